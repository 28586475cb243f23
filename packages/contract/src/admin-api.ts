import type { z } from 'zod';
import type { ADMIN_API } from './constants.ts';
import type { HttpMethod } from './endpoint.ts';
import type { DeclaredEndpoint } from './endpoints.ts';

/** Types of the admin API by method and path, for clients. Nothing here exists at run time. */

type Base = typeof ADMIN_API;

/** Literal paths below the base path that a method can call, such as `/users/:id`. */
export type AdminPath<Method extends HttpMethod> = Extract<
  DeclaredEndpoint,
  { readonly method: Method }
>['path'] extends infer Path
  ? Path extends `${Base}${infer Rest}`
    ? Rest
    : never
  : never;

type EndpointAt<Method extends HttpMethod, Path extends string> = Extract<
  DeclaredEndpoint,
  { readonly method: Method; readonly path: `${Base}${Path}` }
>;

type InputOf<Schema> = [NonNullable<Schema>] extends [never] ? never : z.input<NonNullable<Schema>>;

export type AdminParams<Method extends HttpMethod, Path extends string> = InputOf<
  EndpointAt<Method, Path>['params']
>;

export type AdminBody<Method extends HttpMethod, Path extends string> = InputOf<
  EndpointAt<Method, Path>['body']
>;

/** Also allows numbers and booleans where the schema expects text, because they are sent as text. */
type QueryValue<Value> =
  | Value
  | (string extends Value ? number : never)
  | ('true' extends Value ? boolean : never);

type QueryOf<Input> = [Input] extends [never]
  ? never
  : { readonly [Name in keyof Input]: QueryValue<Input[Name]> };

export type AdminQuery<Method extends HttpMethod, Path extends string> = QueryOf<
  InputOf<EndpointAt<Method, Path>['query']>
>;

/** The body of a successful response; void if the endpoint responds with 204. */
export type AdminAnswer<Method extends HttpMethod, Path extends string> =
  NonNullable<EndpointAt<Method, Path>['answer']> extends infer Answer
    ? [Answer] extends [never]
      ? // biome-ignore lint/suspicious/noConfusingVoidType: callers pass such calls on as Promise<void>.
        void
      : z.output<Answer>
    : never;
