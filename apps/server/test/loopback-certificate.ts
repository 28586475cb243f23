/**
 * Secures nothing: a self-signed certificate for this machine, and its key, for tests of TLS. Made by
 * `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj /CN=localhost
 * -addext subjectAltName=DNS:localhost,IP:127.0.0.1,IP:127.0.0.2`.
 */
export const LOOPBACK_CERTIFICATE = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgcuHY46GCdqMZA0Ag
hSVF26bA9cERgvEdFX+tTPaLLJ6hRANCAARiuehlQ/DiO4Ugv+oM5B85breu6lZZ
KpLJ8LRkQFTv0J1L7bpQOWLYs/ohyVdQk/U1442UuUkUzwI5fmiY4rjG
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBojCCAUegAwIBAgIUGYEq/rtcr0zbtLOUkXzLNP1gBPIwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAwMDM1NVoYDzIxMjYxMDI5
MDAwMzU1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARiuehlQ/DiO4Ugv+oM5B85breu6lZZKpLJ8LRkQFTv0J1L7bpQOWLY
s/ohyVdQk/U1442UuUkUzwI5fmiY4rjGo3UwczAdBgNVHQ4EFgQUnBq9wkCTTdN7
dEviBY2dTZmV8jEwHwYDVR0jBBgwFoAUnBq9wkCTTdN7dEviBY2dTZmV8jEwDwYD
VR0TAQH/BAUwAwEB/zAgBgNVHREEGTAXgglsb2NhbGhvc3SHBH8AAAGHBH8AAAIw
CgYIKoZIzj0EAwIDSQAwRgIhAPV6MMgUNKYFI1jECKAJKbad6fS/NCl7p5CxT39r
dFdZAiEA1d4HpMjEvwXs+1AKctzZQzRw1IOchXhfjiagCWZQG8o=
-----END CERTIFICATE-----
`,
};
