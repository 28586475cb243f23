import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Contract, Operation } from './contract.ts';
import type { Answer } from './http-client.ts';

const DOCUMENT = 'openapi';
const ERROR_SCHEMA = '/components/schemas/Error';

/** Returns what is wrong with an answer. `operation` is undefined if the contract has none for this method and path. */
export type AnswerCheck = (
  operation: Operation | undefined,
  method: string,
  answer: Answer,
) => string | undefined;

/** Checks answers against the contract: status, content type, schema and status word. */
export function createAnswerCheck({ document }: Contract): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  addFormats.default(ajv);
  ajv.addSchema(document, DOCUMENT);
  const validators = new Map<string, ValidateFunction>();

  function schemaFlaw(pointer: string, text: string): string | undefined {
    const value = parsed(text);
    if (value === undefined) return 'the body is not JSON';
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT}#${pointer}` });
    validators.set(pointer, validate);
    if (validate(value)) return undefined;
    const [error] = validate.errors ?? [];
    return `the body is not valid: ${error?.instancePath.replace(/\d+/g, 'N')} ${error?.message}`;
  }

  function bodyFlaw(
    { path, method, answers }: Operation,
    { status, headers, text }: Answer,
  ): string | undefined {
    const declared = answers[status];
    if (declared === undefined) return `status ${status} is not declared`;
    if (declared.content === undefined) return text === '' ? undefined : `status ${status} has a body`;
    const type = headers['content-type'] ?? '';
    const declaredType = Object.keys(declared.content).find(
      (each) => type === each || type.startsWith(`${each};`),
    );
    if (declaredType === undefined) return `content type "${type}" is not declared for ${status}`;
    if (declaredType !== 'application/json') return undefined;
    const pointer = `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`;
    return schemaFlaw(pointer, text) ?? wordFlaw(declared.description, status, text);
  }

  return (operation, method, answer) => {
    const { status, text } = answer;
    if (status >= 500) return `status ${status}`;
    if (method === 'HEAD') return text === '' ? undefined : 'HEAD has a body';
    if (operation !== undefined) return bodyFlaw(operation, answer);
    return status >= 400 ? schemaFlaw(ERROR_SCHEMA, text) : `status ${status} for an undeclared method`;
  };
}

function wordFlaw(description: string, status: number, text: string): string | undefined {
  if (status < 400) return undefined;
  const word = (JSON.parse(text) as { readonly status: string }).status;
  return description.includes(`\`${word}\``)
    ? undefined
    : `status word ${word} is not declared for ${status}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** For a JSON pointer in a URI fragment. */
function escaped(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
}
