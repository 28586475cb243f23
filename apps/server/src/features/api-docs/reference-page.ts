import type { ApiDocument } from './api-document.ts';
import { escaped } from './html.ts';
import { inline, markdownToHtml } from './markdown.ts';
import { operationSection, type PlacedOperation } from './operation-section.ts';
import { REFERENCE_STYLE } from './reference-style.ts';
import { fieldTable, meaningOf } from './schema-fields.ts';

/** Renders the API reference as one page without scripts. @param productName for its title */
export function referencePage(document: ApiDocument, productName: string): string {
  const { info, tags, components } = document;
  const operations = placedOperations(document);
  const groups = tags.map((tag) => ({
    ...tag,
    anchor: `tag-${tag.name.toLowerCase().replace(/\W+/g, '-')}`,
    operations: operations.filter((operation) => operation.tags.includes(tag.name)),
  }));
  const title = escaped(`API reference | ${productName}`);
  const links = groups.map(
    (group) =>
      `<a href="#${group.anchor}">${escaped(group.name)}</a><ul>${group.operations
        .map(({ operationId, summary }) => `<li><a href="#${operationId}">${inline(summary)}</a></li>`)
        .join('')}</ul>`,
  );
  const sections = groups.map((group) =>
    [
      `<h2 id="${group.anchor}">${escaped(group.name)}</h2><p>${inline(group.description)}</p>`,
      ...group.operations.map((operation) => operationSection(operation, components.schemas)),
    ].join('\n'),
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<section id="${name}" class="schema"><h3><a href="#${name}">${name}</a></h3>${meaningOf(schema)}${fieldTable(schema)}</section>`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title><link rel="icon" href="/favicon.svg"><style>${REFERENCE_STYLE}</style></head><body>`,
    `<nav aria-label="Calls"><p><a href="#top">Introduction</a></p>${links.join('')}<a href="#schemas">Schemas</a></nav>`,
    `<main id="top"><h1>${escaped(info.title)} API</h1>`,
    '<p>This page as data: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1)</p>',
    markdownToHtml(info.description),
    ...sections,
    `<h2 id="schemas">Schemas</h2>${schemas.join('\n')}`,
    '</main></body></html>',
  ].join('\n');
}

function placedOperations({ paths }: ApiDocument): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({ ...operation, method, path })),
  );
}
