import type { Rule } from 'eslint';

/** A rule built from selectors: every match is refused, with a message that gives the reason and the alternative. */
const ban = (message: string, ...selectors: readonly string[]): Rule.RuleModule => ({
  meta: { type: 'problem', messages: { banned: message }, schema: [] },
  create: (context) =>
    Object.fromEntries(
      selectors.map((selector) => [
        selector,
        (node: Rule.Node) => {
          context.report({ node, messageId: 'banned' });
        },
      ]),
    ),
});

// Keywords must be all in one case: "Select a branch from the list" is a sentence, not a statement.
const SQL_TEXT = new RegExp(
  [
    /^\s*(?:select|SELECT)\s[\s\S]*\s(?:from|FROM)\s/,
    /^\s*(?:insert\s+into|INSERT\s+INTO|delete\s+from|DELETE\s+FROM)\s/,
    /^\s*(?:update|UPDATE)\s+\S+\s+(?:as\s+\S+\s+)?(?:set|SET)\s/,
    /^\s*(?:with|WITH)\s+(?:recursive\s+|RECURSIVE\s+)?\S+\s+(?:as|AS)\s+(?:materialized\s*)?\(/,
    /^\s*(?:create|alter|drop|truncate|CREATE|ALTER|DROP|TRUNCATE)\s+(?:table|index|view|role|schema|TABLE|INDEX|VIEW|ROLE|SCHEMA)\s/,
  ]
    .map(({ source }) => `(?:${source})`)
    .join('|'),
);

const noSqlText: Rule.RuleModule = {
  meta: {
    type: 'problem',
    messages: {
      banned:
        "Do not write SQL here, because a statement outside *.sql.ts is neither prepared nor proved against the schema; instead add a function to the module's *.sql.ts.",
    },
    schema: [],
  },
  create: (context) => ({
    Literal(node) {
      if (typeof node.value === 'string' && SQL_TEXT.test(node.value))
        context.report({ node, messageId: 'banned' });
    },
    TemplateLiteral(node) {
      const text = node.quasis.map(({ value }) => value.raw).join('$1');
      if (SQL_TEXT.test(text)) context.report({ node, messageId: 'banned' });
    },
  }),
};

// A hexadecimal colour or a colour function, alone or inside a longer value such as "1px solid #ccc".
const COLOUR = String.raw`(?:^|[\s,:(])#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})(?:$|[\s,;)])|\b(?:rgb|hsl)a?\(|\b(?:oklch|oklab|hwb)\(`;

/** The project rules that no published rule covers; oxlint.config.ts defines where each applies. */
const bans = {
  rules: {
    'no-console': ban(
      'Do not write to the console, because its lines carry no level, no request and no redaction; instead use the logger, or show the user a message.',
      "MemberExpression[object.name='console']",
    ),
    'no-default-export': ban(
      'Do not export a default, because it is named anew at each import and cannot be searched for; instead export it by name.',
      'ExportDefaultDeclaration',
      "ExportSpecifier[exported.name='default']",
    ),
    'no-process-env': ban(
      'Do not read the environment here, because a setting must be checked once, at start-up; instead take it from server/platform/config.ts.',
      "MemberExpression[object.name='process'][property.name='env']",
      "MemberExpression[object.name='process'][property.value='env']",
      "ImportDeclaration[source.value=/^(node:)?process$/] ImportSpecifier[imported.name='env']",
      "VariableDeclarator[init.name='process'] Property[key.name='env']",
    ),
    'no-fetch': ban(
      "Do not ask other hosts here, because an address in somebody's data could lead anywhere; instead use server/platform/outside.ts.",
      "CallExpression[callee.name='fetch']",
      "MemberExpression[object.name='globalThis'][property.name='fetch']",
      'ImportDeclaration[source.value=/^(node:)?https?$/] ImportSpecifier[imported.name=/^(request|get)$/]',
      "ImportDeclaration[source.value='undici']",
    ),
    'no-clock': ban(
      'Do not read the clock in domain/, because a rule must give the same answer for the same arguments; instead take the moment as an argument.',
      "CallExpression[callee.object.name='Date'][callee.property.name='now']",
      "NewExpression[callee.name='Date'][arguments.length=0]",
      "CallExpression[callee.name='Date']",
      "CallExpression[callee.object.name='performance'][callee.property.name='now']",
    ),
    'no-chance': ban(
      'Do not draw a random value in domain/, because a rule must give the same answer for the same arguments; instead take the value as an argument.',
      "MemberExpression[object.name='Math'][property.name='random']",
      'CallExpression[callee.property.name=/^(randomUUID|getRandomValues)$/]',
    ),
    'no-colour-literal': ban(
      'Do not write a colour here, because light, dark and print all draw from one palette; instead use a token of web/ui/theme.ts.',
      `Literal[value=/${COLOUR}/]`,
      `TemplateElement[value.raw=/${COLOUR}/]`,
    ),
    'no-raw-html': ban(
      'Do not set inner HTML, because a value in it can run as script; instead render elements, or show server-made HTML in the sandboxed frame.',
      "JSXAttribute[name.name='dangerouslySetInnerHTML']",
      "Property[key.name='dangerouslySetInnerHTML']",
      'AssignmentExpression[left.property.name=/^(innerHTML|outerHTML)$/]',
      "CallExpression[callee.property.name='insertAdjacentHTML']",
    ),
    'no-sql-text': noSqlText,
  },
};

export default bans;
