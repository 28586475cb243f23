-- compatible from: 0042
-- An order's history begins with its creation, also if the platform corrects that time.
CREATE FUNCTION move_creation_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_history SET at = NEW.created_at WHERE order_id = NEW.id AND status = 'pending' AND at = OLD.created_at;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_creation_moved AFTER UPDATE OF created_at ON orders
  FOR EACH ROW WHEN (NEW.created_at <> OLD.created_at) EXECUTE FUNCTION move_creation_of_order();
