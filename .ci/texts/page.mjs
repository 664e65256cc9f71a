// Collects the texts of the page and of the SDK: JSX text, visible attributes, and other literals that people read.
import ts from "typescript";

/** Attributes whose text a person sees or hears. */
const PERCEIVED = new Set([
  "aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "alt", "placeholder", "title",
  "label", "text", "hint", "subtitle", "message", "note", "empty", "unit", "line",
]);
/** Attributes that are not shown. */
const MACHINE = /^(className|id|htmlFor|href|to|type|role|name|icon|tone|key|style|rel|target|method|src|autoComplete|inputMode|d|viewBox|fill|transform|points|stroke.*|data-.*|aria-(labelledby|describedby|controls|live|current|haspopup|pressed|expanded|hidden|sort|invalid|errormessage|owns))$/;
/** Calls of the platform whose arguments are not shown. */
const PLATFORM = /^(addEventListener|removeEventListener|querySelector|querySelectorAll|closest|matches|getAttribute|setAttribute|hasAttribute|removeAttribute|matchMedia|getPropertyValue|setProperty|createElement|postMessage|startsWith|endsWith|includes|replace|replaceAll|split|join|RegExp)$/;
/** Keys and other names that the platform spells with a capital letter. */
const NAMES = /^(Enter|Escape|Tab|Home|End|Backspace|Delete|PageUp|PageDown|Arrow\w+|Shift|Control|Intl|UTC|Authorization|Content-Type|Accept|Idempotency-Key|Last-Event-ID|AbortError|NotFoundError|Retry-After|[A-Z]{3}|GET|POST|PUT|DELETE|PATCH|HEAD)$/;

const hasLetter = (text) => /\p{L}/u.test(text);
const flat = (text) => text.replace(/\s+/g, " ").trim();
/** A literal that reads as a text: several words, or one word written as a label. */
/** Paths of drawings, colors and selectors, which contain letters but no words. */
const isDrawing = (text) => /^[MmLlHhVvCcQqTtSsAaZz][\d\s.-]|^color-mix\(|:not\(|\[popover\]/.test(text);
const reads = (text) => hasLetter(text.replaceAll("{}", "")) && (/\S \S/.test(flat(text)) || /^\p{Lu}\p{Ll}+…?$/u.test(flat(text))) && !NAMES.test(flat(text));

function jsxText(node) {
  const lines = node.text.split("\n");
  return lines
    .map((line, at) => (at === 0 ? line : line.trimStart()))
    .map((line, at) => (at === lines.length - 1 ? line : line.trimEnd()))
    .filter((line) => line !== "")
    .join(" ");
}

function literal(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) return node.head.text + node.templateSpans.map((span) => `{}${span.literal.text}`).join("");
  return null;
}

/** The children of an element as one text, with {} for each expression. */
function shown(children) {
  const parts = children.map((child) => {
    if (ts.isJsxText(child)) return child.containsOnlyTriviaWhiteSpaces ? "" : jsxText(child);
    if (ts.isJsxExpression(child)) return child.expression ? (literal(child.expression) ?? "{}") : "";
    return "{}";
  });
  const said = children.some((child) => ts.isJsxText(child) && hasLetter(child.text));
  return said ? parts.join("") : null;
}

function isMachine(node) {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true;
  if (ts.isElementAccessExpression(parent) || ts.isCaseClause(parent) || ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isBinaryExpression(parent) && /^[=!]==?$/.test(parent.operatorToken.getText())) return true;
  if (ts.isCallExpression(parent)) {
    const name = parent.expression.getText().split(".").at(-1);
    return PLATFORM.test(name) || name === "import";
  }
  return ts.isNewExpression(parent) && parent.expression.getText() === "RegExp";
}

/** Returns the texts of one file, in source order. */
export function pageTexts(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const found = [];
  const add = (text) => {
    const one = flat(text);
    if (hasLetter(one.replaceAll("{}", "")) && !isDrawing(one)) found.push(one);
  };
  /** `always` means that any literal here is shown. */
  const visit = (node, always) => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const text = shown(node.children);
      if (text !== null) add(text);
      if (ts.isJsxElement(node)) visit(node.openingElement, false);
      for (const child of node.children) {
        const taken = text !== null && ts.isJsxExpression(child) && child.expression && literal(child.expression) !== null;
        if (!taken) visit(child, true);
      }
      return;
    }
    if (ts.isJsxAttribute(node)) {
      const name = node.name.getText();
      if (node.initializer && !MACHINE.test(name)) visit(node.initializer, PERCEIVED.has(name));
      return;
    }
    if (ts.isPropertyAssignment(node)) {
      const name = node.name.getText().replace(/^["']|["']$/g, "");
      if (!MACHINE.test(name) || name === "name") visit(node.initializer, PERCEIVED.has(name));
      return;
    }
    const text = literal(node);
    if (text !== null && !isMachine(node) && (always || reads(text))) add(text);
    if (ts.isJsxOpeningLikeElement(node)) {
      for (const attribute of node.attributes.properties) visit(attribute, false);
      return;
    }
    if (ts.isConditionalExpression(node)) {
      visit(node.condition, false);
      visit(node.whenTrue, always);
      visit(node.whenFalse, always);
      return;
    }
    const passes = ts.isParenthesizedExpression(node) || ts.isJsxExpression(node) || ts.isBinaryExpression(node);
    const isPlural = ts.isCallExpression(node) && node.expression.getText() === "plural";
    ts.forEachChild(node, (child) => visit(child, (always && passes) || isPlural));
  };
  visit(file, false);
  return found;
}
