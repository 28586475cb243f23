import { Problem } from '../../infra/problem.ts';

export function noSuchWallet(): Problem {
  return new Problem('not_found', 'Wallet not found');
}
