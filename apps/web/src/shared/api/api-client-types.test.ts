import type { User } from '@halyard/contract/users';
import { describe, expectTypeOf, it } from 'vitest';
import { fieldsOf } from './answer-fields.ts';
import type { ApiClient } from './api-client.ts';

/** Never called. The type check fails if a line marked `@ts-expect-error` compiles. */
function calls(api: ApiClient) {
  return {
    user: () => api.get('/users/:id', { params: { id: 'u1' } }),
    block: () => api.post('/users/:id/block', { params: { id: 'u1' }, body: { reason: 'Fraud' } }),
    list: () => api.get('/users', { query: { limit: 20, includeDeleted: false, sort: 'oldest' } }),
    logOut: () => api.post('/auth/logout'),

    // @ts-expect-error no endpoint has this path
    unknownPath: () => api.get('/user/:id', { params: { id: 'u1' } }),
    // @ts-expect-error the endpoint has another method
    otherMethod: () => api.put('/users/:id/block', { params: { id: 'u1' } }),
    // @ts-expect-error the path has a parameter
    noParams: () => api.get('/users/:id'),
    // @ts-expect-error the parameter has another name
    otherParam: () => api.get('/users/:id', { params: { uuid: 'u1' } }),
    // @ts-expect-error the endpoint has no parameters
    needlessParams: () => api.get('/stats', { params: { id: 'u1' } }),
    // @ts-expect-error the endpoint needs a body
    noBody: () => api.post('/users/:id/block', { params: { id: 'u1' } }),
    // @ts-expect-error the field has another name
    otherField: () => api.post('/users/:id/block', { params: { id: 'u1' }, body: { why: 'Fraud' } }),
    // @ts-expect-error the filter has another name
    otherFilter: () => api.get('/users', { query: { text: 'ada' } }),
    // @ts-expect-error the filter takes other values
    otherValue: () => api.get('/users', { query: { sort: 'name' } }),
    // @ts-expect-error the endpoint needs a filter
    noQuery: () => api.get('/users/:id/fee-preview', { params: { id: 'u1' } }),
  };
}

describe('ApiClient', () => {
  it('types responses from the contract', () => {
    type Calls = ReturnType<typeof calls>;
    expectTypeOf<Awaited<ReturnType<Calls['user']>>>().toEqualTypeOf<User>();
    expectTypeOf<Awaited<ReturnType<Calls['list']>>>().toEqualTypeOf<{ users: User[]; totalCount: number }>();
    expectTypeOf<Awaited<ReturnType<Calls['logOut']>>>().toEqualTypeOf<void>();
  });
});

describe('fieldsOf', () => {
  it('reads only fields of the contract type', () => {
    const user = fieldsOf<User>({ email: 'ada@example.org' });
    expectTypeOf(user.email).toEqualTypeOf<unknown>();
    // @ts-expect-error the contract has no such field
    expectTypeOf(user.mail).toEqualTypeOf<never>();
  });
});
