import { type SourceQuestion, type SourceServer, startSourceServer } from './source-server.ts';

/** Loopback server for the TRON API that the product uses, with the responses of java-tron 4.8. */
export interface TronNode extends SourceServer {
  /** In the smallest units, by address and then by contract. The native currency is `TRX`. */
  readonly balances: Map<string, Readonly<Record<string, bigint>>>;
  /** Time of the newest block, in milliseconds since 1970. */
  blockTime: number;
}

export const HEAD_NUMBER = 82_964_400;

/** Block 0 has neither number nor time. */
const GENESIS = `{"blockID":"00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc",
  "block_header":{"raw_data":{"txTrieRoot":"da7a","parentHash":"957d","witness_address":"4120"}}}`;

const head = (timestamp: number) => `{"blockID":"0000000004f1efb0d5bc",
  "block_header":{"raw_data":{"number":${HEAD_NUMBER},"txTrieRoot":"c52a","witness_address":"41dc","parentHash":"0000",
  "version":32,"timestamp":${timestamp}},"witness_signature":"5ae1"}}`;

/** A balance of 0 is omitted. */
const account = (
  address: string,
  sun: bigint,
) => `{"address":"${address}",${sun === 0n ? '' : `"balance":${sun},`}
  "create_time":1702315944000,"latest_opration_time":1702464768000,"free_net_usage":238,"net_window_size":28800000,
  "account_resource":{"energy_window_size":28800000,"energy_window_optimized":true},
  "owner_permission":{"permission_name":"owner","threshold":1,"keys":[{"address":"${address}","weight":1}]},
  "frozenV2":[{},{"type":"ENERGY"},{"type":"TRON_POWER"}],"assetV2":[{"key":"1002963","value":58000000}]}`;

const constant = (units: bigint) => `{"result":{"result":true},"energy_used":4062,"energy_penalty":3127,
  "constant_result":["${units.toString(16).padStart(64, '0')}"],
  "transaction":{"ret":[{}],"visible":true,"txID":"89af","raw_data":{"contract":[]},"raw_data_hex":"0a02"}}`;

const ERROR = '{"Error":"class java.lang.IllegalArgumentException : no such method"}';

export async function startTronNode(): Promise<TronNode> {
  const answer = ({ path, body }: SourceQuestion): string => {
    const asked = JSON.parse(body);
    if (path === '/wallet/getblock') return asked.id_or_num === '0' ? GENESIS : head(node.blockTime);
    const held = node.balances.get(asked.address ?? asked.owner_address);
    if (path === '/wallet/getaccount') {
      return held === undefined ? '{}' : account(asked.address, held['TRX'] ?? 0n);
    }
    if (path === '/wallet/triggerconstantcontract') return constant(held?.[asked.contract_address] ?? 0n);
    return ERROR;
  };
  const node: TronNode = Object.assign(await startSourceServer(answer), {
    balances: new Map(),
    blockTime: Date.now(),
  });
  return node;
}
