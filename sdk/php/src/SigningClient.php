<?php

declare(strict_types=1);

namespace Vitae\Auth;

use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;

/** A PSR-18 client that signs requests and retries them after 429 and 503. */
final class SigningClient implements ClientInterface
{
    public function __construct(private readonly ClientInterface $client, private readonly Signer $signer)
    {
    }

    public function sendRequest(RequestInterface $request): ResponseInterface
    {
        if (!$this->signer->signs($request->getUri())) {
            return $this->client->sendRequest($request);
        }
        for ($retries = 0; ; $retries++) {
            $response = $this->client->sendRequest($this->signer->sign($request));
            $wait = $this->signer->secondsToWait($request, $response, $retries);
            if ($wait === null) {
                return $response;
            }
            if ($request->getBody()->isSeekable()) {
                $request->getBody()->rewind();
            }
            usleep((int) ($wait * 1_000_000));
        }
    }
}
