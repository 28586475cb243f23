/** Fetches the code of a wallet's panel, which the lists alone do not need. */
export const loadWalletPanel = () => import('./wallet-panel.tsx').then(({ WalletPanel }) => WalletPanel);
