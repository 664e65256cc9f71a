mod builder;
mod cases;
mod properties;
