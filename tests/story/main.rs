//! A person's journeys over the domain alone, the clock moved by hand.

mod added_tokens;
mod addresses;
mod back_off;
mod currency;
mod decimals;
mod extended_keys;
mod finders;
mod first_visit;
mod hostile;
mod leaving;
mod limits;
mod lists;
mod looked_for;
mod names;
mod paced;
mod past_quotes;
mod price_times;
mod receipts;
mod reverse_names;
mod rounds;
mod sources;
mod spam;
mod swapped;
mod unread;
mod upload;
mod witnesses;
