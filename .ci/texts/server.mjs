// Collects the texts of the server: messages of error types, and other literals that people read.

const OPEN = "([{";
const CLOSE = ")]}";

/** The tokens of a Rust file: strings, words and punctuation, without comments. */
export function tokens(source) {
  const found = [];
  const rules = [
    [/\/\/[^\n]*/y, null],
    [/\s+/y, null],
    [/(?:br|cr|r)(#*)"[\s\S]*?"\1/y, "raw"],
    [/[bc]?"(?:[^"\\]|\\[\s\S])*"/y, "text"],
    [/b?'(?:[^'\\]|\\(?:u\{[^}]*\}|x..|.))'/y, null],
    [/'\w+/y, null],
    [/\w+/y, "word"],
    [/[\s\S]/y, "sign"],
  ];
  for (let at = 0; at < source.length; ) {
    if (source.startsWith("/*", at)) {
      at = commentEnd(source, at);
      continue;
    }
    for (const [rule, kind] of rules) {
      rule.lastIndex = at;
      const match = rule.exec(source);
      if (!match) continue;
      if (kind) found.push({ kind, text: match[0], at });
      at = rule.lastIndex;
      break;
    }
  }
  return found;
}

/** The end of a block comment; those of Rust nest. */
function commentEnd(source, from) {
  let depth = 0;
  for (let at = from; at < source.length; ) {
    const two = source.slice(at, at + 2);
    depth += two === "/*" ? 1 : two === "*/" ? -1 : 0;
    at += two === "/*" || two === "*/" ? 2 : 1;
    if (depth === 0) return at;
  }
  return source.length;
}

/** The text of a literal, with {} for each placeholder. */
function content({ kind, text }) {
  if (kind === "raw") return text.slice(text.indexOf('"') + 1, text.lastIndexOf('"'));
  const inside = text.slice(text.indexOf('"') + 1, -1);
  return inside
    .replace(/\\\r?\n\s*/g, "")
    .replace(/\\u\{([0-9a-fA-F]+)\}/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\n/g, " ")
    .replace(/\\t/g, " ")
    .replace(/\\(["'\\])/g, "$1");
}

/** The end of the group that opens at `from`. */
function groupEnd(list, from) {
  let depth = 0;
  for (let at = from; at < list.length; at++) {
    if (list[at].kind !== "sign") continue;
    if (OPEN.includes(list[at].text)) depth += 1;
    if (CLOSE.includes(list[at].text)) depth -= 1;
    if (depth === 0) return at;
  }
  return list.length - 1;
}

/** Macros and calls whose texts only programmers see: panics and log lines. */
const INTERNAL = new Set([
  "expect", "expect_err", "panic", "unreachable", "assert", "assert_eq", "assert_ne", "debug_assert", "debug_assert_eq",
  "trace", "debug", "info", "warn", "info_span", "debug_span", "concat", "include_str", "env", "cfg",
  "query", "query_as", "query_scalar",
]);
/** SQL, HTTP headers and other texts that are not for people. */
const MACHINE = /\b(SELECT|UPDATE|INSERT|DELETE FROM|WHERE|NULL|VALUES|PRAGMA|BEGIN|COMMIT|ORDER BY|ON CONFLICT|RETURNING|VACUUM|json_\w+|COALESCE|CASE WHEN)\b|^(PRAGMA|BEGIN|COMMIT|ROLLBACK|FOR UPDATE)|charset=|max-age=|'self'|=\(\)|noindex|^[a-z-]+(, [a-z-]+)+$|^GET, POST$|\\r|[^\s]_[a-z_]+ = |^#|^</;

const flat = (text) => text.replace(/\s+/g, " ").trim();
const withHoles = (text) => text.replace(/\{\{|\}\}|\{[^{}]*\}/g, (it) => (it === "{{" ? "{" : it === "}}" ? "}" : "{}"));
const reads = (text) => /\p{L}{2,}[\p{P}\p{S}]* (?:\{|[\p{L}\p{N}“"'(])/u.test(text) && !MACHINE.test(text);

/** Returns the texts of one file, in source order. */
export function serverTexts(source) {
  const list = tokens(source);
  const found = [];
  const add = (token, always) => {
    const text = flat(withHoles(content(token)));
    if (/\p{L}/u.test(text) && (always || reads(text))) found.push(text);
  };
  const isSign = (at, text) => list[at]?.kind === "sign" && list[at].text === text;
  for (let at = 0; at < list.length; at++) {
    const { kind, text } = list[at];
    if (isSign(at, "#") && (isSign(at + 1, "[") || (isSign(at + 1, "!") && isSign(at + 2, "[")))) {
      const open = isSign(at + 1, "[") ? at + 1 : at + 2;
      const end = groupEnd(list, open);
      const inside = list.slice(open + 1, end);
      if (inside[0]?.text === "error") for (const token of inside) if (token.kind === "text" || token.kind === "raw") add(token, true);
      const isTest = inside[0]?.text === "cfg" && inside.some((token) => token.text === "test");
      at = isTest ? itemEnd(list, end + 1) : end;
      continue;
    }
    if (kind === "word" && (INTERNAL.has(text) || (text === "error" && isSign(at + 1, "!")))) {
      const open = isSign(at + 1, "!") ? at + 2 : at + 1;
      if (isSign(open, "(") || isSign(open, "[") || isSign(open, "{")) at = groupEnd(list, open);
      continue;
    }
    if (kind === "text" || kind === "raw") add(list[at], false);
  }
  return found;
}

/** The end of the item that begins at `from`: its block or its semicolon. */
function itemEnd(list, from) {
  for (let at = from; at < list.length; at++) {
    if (list[at].kind !== "sign") continue;
    if (list[at].text === ";") return at;
    if (list[at].text === "{") return groupEnd(list, at);
    if (OPEN.includes(list[at].text)) at = groupEnd(list, at);
  }
  return list.length;
}
