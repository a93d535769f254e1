package hplhetero.run;
