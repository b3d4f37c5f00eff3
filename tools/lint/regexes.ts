import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface FoundRegex {
  readonly source: string;
  readonly flags: string;
  /** Each location, as file:line. */
  readonly places: string[];
}

const PRODUCT = '{domain,contract,server,web}/**/*.{ts,tsx}';
const TEST = /\.test\.tsx?$/;

/** Every regular expression literal in the product, each distinct one once. */
export function productRegexes(root: string): FoundRegex[] {
  const found = new Map<string, FoundRegex>();
  for (const path of globSync(PRODUCT, { cwd: root }).filter((name) => !TEST.test(name)))
    for (const { literal, line } of regexLiterals(path, readFileSync(join(root, path), 'utf8'))) {
      const end = literal.lastIndexOf('/');
      const regex = found.get(literal) ?? {
        source: literal.slice(1, end),
        flags: literal.slice(end + 1),
        places: [],
      };
      regex.places.push(`${path}:${line}`);
      found.set(literal, regex);
    }
  return [...found.values()];
}

function regexLiterals(path: string, text: string): { readonly literal: string; readonly line: number }[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const literals: { literal: string; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      literals.push({ literal: node.text, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return literals;
}
