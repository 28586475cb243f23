import { afterAll, beforeAll, expect, it } from 'vitest';
import { keptTotalDifferences } from '../../../test/kept-totals.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import { auditWith } from '../../app.ts';
import { deriveWallet } from '../../infra/chain/wallet-address.ts';
import { openSecret } from '../../infra/crypto/envelope.ts';
import { createEnvironmentKeyWrapper } from '../../infra/crypto/key-wrapper.ts';
import { createWallet } from './create-wallet.ts';
import { runWalletCommand } from './wallet-commands.ts';

let test: TestApplication;

beforeAll(async () => {
  test = await startTestApplication();
});
afterAll(async () => await test.close());

async function run(...args: string[]) {
  const { database, masterKeys, clock } = test;
  const keys = createEnvironmentKeyWrapper(masterKeys);
  const now = () => clock.now;
  const parts = {
    sealedRows: test.sealedRows,
    database,
    keys,
    appendAudit: auditWith(masterKeys, now),
    now,
  };
  const lines: string[] = [];
  const done = await runWalletCommand(
    async (wallet) => await createWallet(parts, wallet),
    args,
    (line) => lines.push(line),
  );
  return { done, output: lines.join('\n') };
}

async function readWallets() {
  return await test.database.reader.selectFrom('wallets').selectAll().orderBy('id').execute();
}

it.each([
  ['ETH', 'outbound', 'ETH'],
  ['TRON', 'inbound', 'TRON'],
  ['MATIC', 'inbound', 'POLYGON'],
] as const)('wallets create stores a %s wallet with a matching key', async (name, type, network) => {
  const { done, output } = await run('create', '--network', name, '--type', type);
  expect(done).toBe(true);
  const wallet = (await readWallets()).at(-1);
  expect(wallet).toMatchObject({ network, type, created_at: new Date(test.clock.now) });
  const { id, uuid, address, public_key, key_owner, private_key } = wallet ?? {};
  expect(output.split('\n').slice(0, 3)).toEqual([
    `id:      ${id}`,
    `uuid:    ${uuid}`,
    `address: ${address}`,
  ]);

  const keys = createEnvironmentKeyWrapper(test.masterKeys);
  const owner = { kind: 'wallet_key', id: key_owner ?? '' } as const;
  const privateKey = await openSecret(keys, owner, private_key ?? Buffer.of());
  expect(deriveWallet(network, privateKey)).toEqual({ address, publicKey: public_key });
  expect(output).not.toContain(privateKey.toString('hex'));
  const { rows } = await test.database.query({
    text: `SELECT action, action_category, actor_type, resource_type, resource_id, resource_identifier, metadata
      FROM audit_log ORDER BY sequence DESC LIMIT 1`,
  });
  expect(rows).toEqual([
    {
      action: 'wallet.create',
      action_category: 'wallet_operation',
      actor_type: 'system',
      resource_type: 'wallet',
      resource_id: String(id),
      resource_identifier: address,
      metadata: { uuid, network, type },
    },
  ]);
  expect(await keptTotalDifferences(test)).toEqual([]);
});

it('wallets create generates a different key for every wallet', async () => {
  await run('create', '--network', 'BSC', '--type', 'inbound');
  await run('create', '--network', 'BSC', '--type', 'inbound');
  const [one, other] = (await readWallets()).slice(-2);
  expect(one?.public_key).not.toBe(other?.public_key);
});

it.each([
  [[]],
  [['list']],
  [['create']],
  [['create', '--network', 'ETH']],
  [['create', '--type', 'inbound']],
  [['create', '--network', 'BTC', '--type', 'inbound']],
  [['create', '--network', 'eth', '--type', 'inbound']],
  [['create', '--network', 'ETH', '--type', 'cold']],
  [['create', '--network', 'ETH', '--type', 'inbound', '--key', '1']],
  [['create', '--network', 'ETH', '--type', 'inbound', 'more']],
])('the wallets command rejects %j with a usage message', async (args) => {
  const before = await readWallets();
  const { done, output } = await run(...args);
  expect(done).toBe(false);
  expect(output).toMatch(/^wallets( create)?: expected /);
  expect(output).toContain('--network ETH|POLYGON|BSC|TRON --type outbound|inbound');
  expect(await readWallets()).toEqual(before);
});
