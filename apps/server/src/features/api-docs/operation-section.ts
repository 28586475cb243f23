import type { Body, Operation, Schema } from './api-document.ts';
import { escaped, jsonBlock, table } from './html.ts';
import { inline, markdownToHtml } from './markdown.ts';
import { fieldTable, meaningOf, typeOf } from './schema-fields.ts';

export interface PlacedOperation extends Operation {
  readonly method: string;
  readonly path: string;
}

/** Renders an operation with its parameters, body, answers and errors. */
export function operationSection(
  operation: PlacedOperation,
  schemas: Readonly<Record<string, Schema>>,
): string {
  const { operationId, method, path, summary, description, parameters = [], requestBody } = operation;
  const responses = Object.entries(operation.responses);
  return [
    `<section id="${operationId}" class="operation">`,
    `<h3><a href="#${operationId}">${inline(summary)}</a></h3>`,
    `<p class="call"><b class="${method}">${method.toUpperCase()}</b> <code>${escaped(path)}</code></p>`,
    markdownToHtml(description),
    titled(
      'Parameters',
      table(
        ['Name', 'In', 'Type', 'Meaning'],
        parameters.map(({ name, in: place, required, schema, description: meaning }) => [
          `<code>${escaped(name)}</code>${required ? '' : ' <small>optional</small>'}`,
          place,
          typeOf(schema),
          meaningOf(meaning === undefined ? schema : { ...schema, description: meaning }),
        ]),
      ),
    ),
    titled('Body', requestBody === undefined ? '' : bodyBlock(requestBody, schemas)),
    ...responses
      .filter(([code]) => code < '300')
      .map(([code, response]) =>
        titled(`Answer ${code}`, headersLine(response.headers) + bodyBlock(response, schemas)),
      ),
    `<details><summary>Errors</summary>${table(
      ['Code', 'Status and what to do', 'Headers'],
      responses
        .filter(([code]) => code >= '400')
        .map(([code, response]) => [
          code,
          markdownToHtml(response.description),
          Object.keys(response.headers ?? {})
            .map(escaped)
            .join(', '),
        ]),
    )}</details>`,
    '</section>',
  ].join('\n');
}

function titled(title: string, html: string): string {
  return html === '' ? '' : `<h4>${title}</h4>${html}`;
}

function headersLine(headers: object = {}): string {
  const names = Object.keys(headers).map((name) => `<code>${escaped(name)}</code>`);
  return names.length === 0 ? '' : `<p>Headers: ${names.join(', ')}</p>`;
}

/** The fields of a body and an example. */
function bodyBlock({ content = {} }: Body, schemas: Readonly<Record<string, Schema>>): string {
  const blocks = Object.entries(content).map(([mediaType, { schema, example }]) => {
    const name = schema.$ref?.split('/').at(-1);
    const shown = name === undefined ? schema : (schemas[name] ?? {});
    return [
      `<p><code>${escaped(mediaType)}</code>: ${typeOf(schema)}</p>`,
      fieldTable(shown),
      example === undefined ? '' : jsonBlock(example),
    ].join('');
  });
  return blocks.join('');
}
