-- What must happen after a transaction and because of it: mail to send, requests to work through. Written
-- in the transaction of the act, leased by one worker at a time.
CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  position bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  -- Entries of one queue are worked through in their order: the mails to one recipient.
  queue text NOT NULL,
  -- Sealed for this entry, since it holds links with tokens; gone once the entry is finished.
  payload bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL DEFAULT now(),
  -- Beyond it there is no use in it any more.
  expires_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  leased_until timestamptz,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'dead', 'expired')),
  finished_at timestamptz,
  last_error text,
  CHECK ((state = 'waiting') = (finished_at IS NULL)),
  CHECK ((state = 'waiting') = (payload IS NOT NULL))
);
CREATE INDEX outbox_waiting ON outbox (queue, position) WHERE state = 'waiting';
CREATE INDEX outbox_due ON outbox (due_at, position) WHERE state = 'waiting';
CREATE INDEX outbox_finished ON outbox (finished_at) WHERE state <> 'waiting';
