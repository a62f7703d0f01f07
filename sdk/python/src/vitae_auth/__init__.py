"""Signs requests to the company API of Vitae. See vitae_auth.httpx and vitae_auth.requests."""
