//! The columns of a file, by its first line.

use ports::{Address, ExtendedKey, pasted_secret};

/// How many lines after the first are searched for an address, to tell whether the first one is a header.
const HEADING_LINES: usize = 20;
/// The most bytes of a heading.
const LONGEST_HEADING: usize = 60;

/// Headings of the address column, the most specific first. Only letters and digits are compared, so that letters with separate
/// accents are compared without them.
const ADDRESS: &[&str] = &[
    "address",
    "walletaddress",
    "publicaddress",
    "addressorname",
    // German, French, Danish and Norwegian
    "adresse",
    "walletadresse",
    "kontoadresse",
    "öffentlicheadresse",
    "adresseduportefeuille",
    "adressepublique",
    // Spanish, Portuguese, Italian, Romanian, Czech
    "dirección",
    "direccion",
    "direccióndelacartera",
    "direcciondelacartera",
    "direccióndelabilletera",
    "direcciondelabilletera",
    "direcciónpública",
    "direccionpublica",
    "endereço",
    "endereco",
    "endereçodacarteira",
    "enderecodacarteira",
    "indirizzo",
    "indirizzodelportafoglio",
    "indirizzowallet",
    "adresa",
    // Dutch, Polish, Turkish, Swedish, Finnish, Hungarian, Indonesian
    "adres",
    "walletadres",
    "adresportfela",
    "cüzdanadresi",
    "adress",
    "osoite",
    "cím",
    "alamat",
    // Other scripts
    "адрес",
    "адреса",
    "διεύθυνση",
    "地址",
    "钱包地址",
    "アドレス",
    "주소",
    // Less specific
    "wallet",
    "account",
    "ens",
    "ensname",
];
/// Headings of the nickname column.
const NICKNAME: &[&str] = &[
    "nickname",
    "label",
    "name",
    "accountname",
    "tag",
    "alias",
    "title",
    // German
    "spitzname",
    "bezeichnung",
    "kontoname",
    // French
    "surnom",
    "libellé",
    "libelle",
    "étiquette",
    "etiquette",
    "nom",
    // Spanish and Portuguese
    "apodo",
    "apelido",
    "etiqueta",
    "rótulo",
    "rotulo",
    "nombre",
    "nome",
    // Italian, Dutch, Polish, Swedish
    "soprannome",
    "etichetta",
    "bijnaam",
    "naam",
    "nazwa",
    "namn",
    // Other scripts
    "имя",
    "название",
    "名称",
    "标签",
    "名前",
    "이름",
];
/// What the headings of columns with hashes of transactions contain.
const HASH: &[&str] = &["hash", "txid", "transactionid", "signature"];
/// Headings of the column with the wallet kind.
const KIND: &[&str] = &[
    "kind",
    "type",
    "wallettype",
    "walletkind",
    "software",
    "walletapp",
    "typ",
    "art",
    "tipo",
    "soort",
    "тип",
    "类型",
];

/// The indexes of the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    /// `None` where the header does not name it; the address is then found by its form.
    pub address: Option<usize>,
    pub nickname: Option<usize>,
    pub kind: Option<usize>,
    /// Those with hashes of transactions, which have the form of private keys.
    pub hashes: Vec<usize>,
}

/// Returns the columns if the first line is a header: it names the address column, or none of its cells has the form of an address
/// or a name and one of the next lines has such a cell.
pub(super) fn header(mut lines: impl Iterator<Item = Vec<String>>) -> Option<Columns> {
    let first = lines.next()?;
    if pasted_secret::find(&first.join(", ")).is_some() {
        return None;
    }
    let plain = |cell: &String| {
        cell.chars()
            .filter(|c| c.is_alphanumeric())
            .collect::<String>()
            .to_lowercase()
    };
    let names: Vec<_> = first.iter().map(plain).collect();
    let place = |known: &[&str]| known.iter().find_map(|one| names.iter().position(|name| name == one));
    let address = place(ADDRESS);
    let is_heading = || {
        is_heading(&first)
            && lines
                .take(HEADING_LINES)
                .any(|cells| cells.iter().any(|cell| is_address(cell)))
    };
    if address.is_none() && !is_heading() {
        return None;
    }
    let other = |known: &[&str]| place(known).filter(|at| Some(*at) != address);
    let is_hash = |name: &&String| HASH.iter().any(|known| name.contains(known));
    Some(Columns {
        address,
        nickname: other(NICKNAME),
        kind: other(KIND),
        hashes: (0..names.len())
            .filter(|at| names.get(*at).as_ref().is_some_and(is_hash))
            .collect(),
    })
}

/// Returns whether cells may name columns: several short texts, none of which is or may be meant as an address or a name.
fn is_heading(cells: &[String]) -> bool {
    let is_word = |cell: &String| {
        let has_digits = cell.chars().filter(char::is_ascii_digit).count() > 4;
        cell.len() <= LONGEST_HEADING && cell.contains(char::is_alphabetic) && !has_digits && !cell.contains('.')
    };
    cells.len() > 1 && cells.iter().all(|cell| is_word(cell) && !is_address(cell))
}

/// Returns whether a cell has the form of an address or an extended key.
pub(super) fn is_address(cell: &str) -> bool {
    cell.parse::<Address>().is_ok() || cell.parse::<ExtendedKey>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

    /// Returns the columns of a table with cells separated by semicolons.
    fn columns(text: &str) -> Option<Columns> {
        let cells = |line: &str| line.split(';').map(str::to_owned).collect();
        header(text.lines().map(cells))
    }

    fn named(address: usize, nickname: usize, kind: usize) -> Columns {
        Columns {
            address: Some(address),
            nickname: Some(nickname),
            kind: Some(kind),
            hashes: vec![],
        }
    }

    #[test]
    fn columns_are_named() {
        assert_eq!(columns("a.eth;One"), None);
        let text = "Label;Wallet address;Balance;Type;Date;Note\nOne;a.eth";
        assert_eq!(columns(text), Some(named(1, 0, 3)));
        assert_eq!(columns("ADDRESS\na.eth").unwrap().address, Some(0));
    }

    #[test]
    fn columns_are_named_in_other_languages() {
        for head in [
            "Bezeichnung;Adresse;Art",
            "Name;Wallet-Adresse;Typ",
            "Nom;Adresse du portefeuille;Type",
            "Libellé;Adresse publique;Type",
            "Nombre;Dirección;Tipo",
            "Etiqueta;direccion;tipo",
            "Apelido;Endereço;Tipo",
            "Nome;ENDERECO DA CARTEIRA;Tipo",
            "Etichetta;Indirizzo;Tipo",
            "Naam;Adres;Soort",
            "Nazwa;Adres;Typ",
            "Название;Адрес;Тип",
            "名称;钱包地址;类型",
            // The accents are letters of their own.
            "Nombre;Direccio\u{301}n;Tipo",
        ] {
            assert_eq!(
                columns(&format!("{head}\nx;{ADDRESS};y")),
                Some(named(1, 0, 2)),
                "{head}"
            );
        }
        for head in ["Adres", "Endereço", "Dirección", "адреса"] {
            assert_eq!(columns(head).unwrap().address, Some(0), "a line with one cell: {head}");
        }
    }

    #[test]
    fn a_header_in_an_unknown_language_is_known_by_its_form() {
        let columns = columns(&format!("Heiti;Heimilisfang\nx;{ADDRESS}")).unwrap();
        assert_eq!((columns.address, columns.nickname), (None, None));
    }
}
