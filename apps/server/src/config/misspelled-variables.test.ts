import { expect, it } from 'vitest';
import { findMisspelledVariables } from './misspelled-variables.ts';
import { VARIABLES } from './variables.ts';

it.each([
  ['DATABASEURL', 'DATABASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['DATABASE-URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABASE_URL_FILE', 'DATABASE_URL'],
  ['DATABASE', 'DATABASE_URL'],
  ['HALYARD_DATABASE_URL', 'DATABASE_URL'],
  ['HALYARD_PORT', 'PORT'],
  ['SMTP_URI', 'SMTP_URL'],
  ['MASTERKEY', 'MASTER_KEY'],
  ['ADMIN_PASSWRD', 'ADMIN_PASSWORD'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['DATA_DIRECTORY', 'DATA_DIR'],
])('findMisspelledVariables recognizes %s as %s', (found, meant) => {
  expect(findMisspelledVariables({ [found]: 'x' })).toEqual([{ found, meant }]);
});

it.each([
  'HOSTNAME',
  'HOME',
  'PATH',
  'POST',
  'PGHOST',
  'LOGNAME',
  'MAIL',
  'NODE_ENV',
  'NODE_OPTIONS',
  'KUBERNETES_PORT',
  'KUBERNETES_SERVICE_HOST',
  'TEST_DATABASE_URL',
  'XDG_DATA_DIRS',
  'npm_config_loglevel',
  'npm_package_name',
  ...Object.keys(VARIABLES),
])('findMisspelledVariables ignores %s', (name) => {
  expect(findMisspelledVariables({ [name]: 'x' })).toEqual([]);
});

it('findMisspelledVariables ignores empty variables', () => {
  expect(findMisspelledVariables({ DATABASEURL: '' })).toEqual([]);
});
