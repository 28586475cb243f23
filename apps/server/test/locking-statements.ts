/** Tables with millions of rows in a large installation. */
const LARGE = String.raw`(?:ONLY )?(?:public\.)?"?(orders|users|wallet_transactions|audit_log(?:_\d+)?)"?(?![\w.])`;

interface Rule {
  readonly statement: RegExp;
  readonly unless?: RegExp;
  readonly problem: string;
}

const rule = (pattern: string, problem: string, unless?: RegExp): Rule => ({
  statement: new RegExp(pattern.replaceAll('TABLE_NAME', LARGE), 'i'),
  problem,
  ...(unless && { unless }),
});

/** Statements that keep others from writing a large table for as long as they read or write all of it. */
const RULES: readonly Rule[] = [
  rule(
    '^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).* ON TABLE_NAME',
    'builds an index: use CREATE INDEX CONCURRENTLY in a file of its own',
  ),
  rule(
    String.raw`^ALTER TABLE (?:IF EXISTS )?TABLE_NAME.* ADD (?:CONSTRAINT \w+ )?(?:UNIQUE|PRIMARY KEY|EXCLUDE)`,
    'builds an index: create a unique index first, and add the constraint USING INDEX',
    /USING INDEX/i,
  ),
  rule(
    '^ALTER TABLE (?:IF EXISTS )?TABLE_NAME.* (?:SET DATA )?TYPE ',
    'rewrites the table: add a column of the new type instead',
  ),
  rule(
    String.raw`^ALTER TABLE (?:IF EXISTS )?TABLE_NAME.* (?:STORED|(?:BIG|SMALL)?SERIAL|AS IDENTITY|DEFAULT (?!now\(\))[^,]*\()`,
    'rewrites the table: add the column without a computed value',
  ),
  rule(
    String.raw`^ALTER TABLE (?:IF EXISTS )?TABLE_NAME.* (?:CHECK|REFERENCES|FOREIGN KEY)\b`,
    'checks every row: add the constraint NOT VALID, and validate it in a later file',
    /NOT VALID/i,
  ),
  rule(
    '^ALTER TABLE (?:IF EXISTS )?TABLE_NAME.* SET NOT NULL',
    'checks every row: add and validate CHECK (… IS NOT NULL) instead',
  ),
  rule(
    '^ALTER TABLE (?:IF EXISTS )?TABLE_NAME.* (?:SET (?:LOGGED|UNLOGGED|TABLESPACE|ACCESS METHOD)|ATTACH PARTITION)',
    'rewrites or reads the whole table',
  ),
  rule('^(?:CLUSTER|LOCK(?: TABLE)?|TRUNCATE(?: TABLE)?) TABLE_NAME', 'locks the whole table'),
  rule('^(?:VACUUM|REINDEX) .*TABLE_NAME', 'locks the whole table', /CONCURRENTLY/i),
  rule(
    String.raw`^(?!CREATE|ALTER).*\b(?:UPDATE|DELETE FROM) TABLE_NAME`,
    'locks every row that it changes: fill in batches',
  ),
];

const CHANGES_TABLE = new RegExp(
  `^(?:ALTER TABLE (?:IF EXISTS )?|(?:CREATE (?:OR REPLACE )?(?:CONSTRAINT )?|DROP )TRIGGER .* ON )${LARGE}`,
  'i',
);
const READS_TABLE = new RegExp(
  String.raw`^(?!CREATE (?:OR REPLACE )?(?:VIEW|TRIGGER|CONSTRAINT)|ALTER|DROP).*\b(?:FROM|JOIN) ${LARGE}|^ALTER TABLE ${LARGE}.* VALIDATE CONSTRAINT`,
  'i',
);

/**
 * Lists what in a migration would stop writes to a large table for longer than a moment. A comment line at its beginning
 * such as `-- may lock: orders, users` allows it for these tables.
 */
export function findLockingStatements(sql: string): readonly string[] {
  const allowed = [...sql.matchAll(/^-- may lock: ([\w, ]+)$/gm)].flatMap(([, tables = '']) =>
    tables.split(/, */),
  );
  const statements = statementsOf(sql);
  const found = statements.flatMap((statement) =>
    RULES.flatMap(({ statement: pattern, unless, problem }) => {
      const table = pattern.exec(statement)?.[1];
      if (table === undefined || unless?.test(statement)) return [];
      return [{ table, statement, problem }];
    }),
  );
  const firstChange = statements.findIndex((statement) => CHANGES_TABLE.test(statement));
  if (firstChange !== -1) {
    for (const statement of statements.slice(firstChange + 1)) {
      const [, read, validated] = READS_TABLE.exec(statement) ?? [];
      const table = read ?? validated;
      const problem = 'reads the whole table while this file locks one: move it to a later file';
      if (table !== undefined) found.push({ table, statement, problem });
    }
  }
  return found
    .filter(({ table }) => !allowed.includes(table))
    .map(
      ({ table, statement, problem }) =>
        `${statement.slice(0, 80)}: ${problem} (or declare "-- may lock: ${table}")`,
    );
}

const TOKEN = /--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;|[^-'$;]+|[-$]/g;

/** Without comments, texts and definitions of functions. Those only run later. */
function statementsOf(sql: string): readonly string[] {
  const statements = [''];
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ';') statements.push('');
    else if (!token.startsWith('--')) {
      statements.push(`${statements.pop() ?? ''}${token.startsWith("'") ? "''" : token}`);
    }
  }
  return statements
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(
      (statement) => statement !== '' && !/^CREATE (?:OR REPLACE )?(?:FUNCTION|PROCEDURE) /i.test(statement),
    );
}
