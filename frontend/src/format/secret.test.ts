import { expect, test } from "vitest";
import { secretIn } from "./secret";

const words = "abandon ability able about above absent absorb abstract absurd abuse access accident";

test.each([
  ["twelve words", words],
  ["twenty-four words on lines", `${words}\n${words}`.replaceAll(" ", "\n")],
  [
    "numbered words",
    words
      .split(" ")
      .map((word, i) => `${i + 1}. ${word}`)
      .join(" "),
  ],
  ["words with commas", words.replaceAll(" ", ", ")],
  ["capitalised words", words.toUpperCase()],
  ["a phrase still being typed", "abandon ability able about above absent"],
  ["a phrase in Spanish", "ábaco abdomen abeja abierto abogado abono aborto abrazo abrir abuelo abuso acabar"],
])("%s are a recovery phrase", (_, text) => expect(secretIn(text)).toBe("recovery phrase"));

test.each([
  ["hex", "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318"],
  ["hex with 0x, spaces around", " 0x4C0883A69102937D6231471B5DBB6204FE5129617082792AE468D01A3F362318 "],
  ["WIF, compressed", "KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn"],
  ["WIF, uncompressed", "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ"],
  ["BIP 38", "6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg"],
  [
    "an extended private key",
    "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
  ],
  ["an extended private key in a descriptor", `sh(wpkh(xprv${"9".repeat(107)}))`],
  ["Litecoin's extended private key", `Ltpv${"9".repeat(107)}`],
  ["Dogecoin's extended private key", `dgpv${"9".repeat(107)}`],
  ["a Solana key", "4".repeat(88)],
  ["a Solana key as bytes", `[${Array.from({ length: 64 }, (_, i) => i).join(",")}]`],
  ["a Stellar seed", `S${"A2".repeat(27)}B`],
  ["an XRP seed", "snoPBrXtMeMyMHUVTgbuqAfg1SUTb"],
])("%s is a private key", (_, text) => expect(secretIn(text)).toBe("private key"));

test.each([
  "",
  "vitalik.eth",
  "a b c",
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
  "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
  "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263",
  "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8",
  `wpkh(xpub${"9".repeat(107)})`,
  "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK",
  "7ZUECA7HFLZTXENRV24SHLU4AVPUTMTTDUFUBNBD64C73F3UHRTHAIOF6Q",
  "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY",
  "Ae2tdPwUPEZ4YjgvykNpoFeYUxoyhNj2kg8KfKWN2FizsSpLUPv68MpTVDo",
  "X7qvLs7gSnNoKvZzNWUT2e8st17QPY64PPe7zriLNuJszeg",
  "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
  "stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw",
  "EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2",
  "a-very-long-name-with-many-words-in-it.sub.domain.eth",
  "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7",
])("%s is none", (text) => expect(secretIn(text)).toBeNull());
