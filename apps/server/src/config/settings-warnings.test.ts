import { expect, it } from 'vitest';
import { isGuardedConnection } from './settings-warnings.ts';

it.each([
  'postgres://halyard@localhost/halyard',
  'postgres://halyard@127.0.0.2:5433/halyard',
  'postgres://halyard@%2Frun%2Fpostgresql/halyard',
  'postgres:///halyard?host=/run/postgresql',
  'postgres://halyard@db.example/halyard?sslmode=verify-full',
])('isGuardedConnection treats %s as protected', (url) => expect(isGuardedConnection(url)).toBe(true));

it.each([
  'postgres://halyard@db.example/halyard',
  'postgres://halyard@db.example/halyard?sslmode=no-verify',
  'postgres://halyard@db.example/halyard?sslmode=require&uselibpqcompat=true',
  'postgres://halyard@localhost/halyard?host=db.example',
])('isGuardedConnection treats %s as unprotected', (url) => expect(isGuardedConnection(url)).toBe(false));
