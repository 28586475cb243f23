/**
 * SQL joins of an order's `merchant`, its `creator`, and `received`: the confirmed money in the network and currency of the
 * order, minus refunds, and never less than zero.
 */
export function orderJoins(order: string): string {
  return `
  JOIN merchants AS merchant ON merchant.id = ${order}.merchant_id
  LEFT JOIN users AS creator ON creator.id = merchant.user_id
  CROSS JOIN LATERAL (
    SELECT greatest(0, coalesce(sum(money.amount) FILTER (WHERE money.type = 'payment'), 0) - greatest(${order}.refunded,
      coalesce(sum(money.amount) FILTER (WHERE money.type = 'refund'), 0))) AS amount
    FROM wallet_transactions AS money JOIN wallets AS wallet ON wallet.id = money.wallet_id
    WHERE money.order_id = ${order}.id AND money.status = 'confirmed' AND money.testnet = ${order}.testnet
      AND money.currency = asset_name(${order}.network, ${order}.currency) AND wallet.network = ${order}.network
      AND (money.type, money.direction) IN (('payment', 'incoming'), ('refund', 'outgoing'))
  ) AS received`;
}
