package hplhetero.results;
