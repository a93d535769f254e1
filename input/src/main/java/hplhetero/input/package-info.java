package hplhetero.input;
