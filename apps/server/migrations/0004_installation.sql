-- What happens once in an installation's life, such as the loading of sample data.
CREATE TABLE installation_marks (
  name text PRIMARY KEY,
  reached_at timestamptz(3) NOT NULL
);
