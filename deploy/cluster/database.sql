-- Once, as a superuser on the primary. Halyard checks these settings when it starts.
CREATE ROLE halyard_owner LOGIN PASSWORD '@OWNER_PASSWORD@';
CREATE ROLE halyard LOGIN PASSWORD '@PASSWORD@';
CREATE DATABASE halyard OWNER halyard_owner ENCODING 'UTF8' TEMPLATE template0;
ALTER ROLE halyard IN DATABASE halyard SET statement_timeout = '5000';
ALTER ROLE halyard IN DATABASE halyard SET lock_timeout = '3000';
ALTER ROLE halyard IN DATABASE halyard SET idle_in_transaction_session_timeout = '10000';
ALTER ROLE halyard IN DATABASE halyard SET TimeZone = 'UTC';
ALTER ROLE halyard IN DATABASE halyard SET DateStyle = 'ISO, MDY';
