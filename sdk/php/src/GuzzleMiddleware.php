<?php

declare(strict_types=1);

namespace Vitae\Auth;

use GuzzleHttp\Promise\PromiseInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;

/** A middleware of Guzzle that signs requests and retries them after 429 and 503. Push it onto the handler stack last. */
final class GuzzleMiddleware
{
    public function __construct(private readonly Signer $signer)
    {
    }

    public function __invoke(callable $handler): callable
    {
        return fn (RequestInterface $request, array $options): PromiseInterface => $this->signer->signs($request->getUri())
            ? $this->send($handler, $request, $options, 0)
            : $handler($request, $options);
    }

    private function send(callable $handler, RequestInterface $request, array $options, int $retries): PromiseInterface
    {
        $retry = function (ResponseInterface $response) use ($handler, $request, $options, $retries) {
            $wait = $this->signer->secondsToWait($request, $response, $retries);
            if ($wait === null) {
                return $response;
            }
            if ($request->getBody()->isSeekable()) {
                $request->getBody()->rewind();
            }
            // Guzzle waits without blocking other requests, then sends the request.
            return $this->send($handler, $request, ['delay' => $wait * 1000] + $options, $retries + 1);
        };
        return $handler($this->signer->sign($request), $options)->then($retry);
    }
}
