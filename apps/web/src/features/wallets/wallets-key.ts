/** First part of all query keys about wallets. */
export const WALLETS_KEY = 'wallets';
