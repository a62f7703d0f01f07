<?php

declare(strict_types=1);

namespace Vitae\Auth;

use InvalidArgumentException;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\UriInterface;

/** Signs requests and decides about retries, independently of an HTTP client. */
final class Signer
{
    private const OWN_PARAMETERS = ['apikey', 'timestamp', 'nonce', 'hash'];
    // 503 does not tell whether a POST was executed. 429 is sent before a request is executed.
    private const IDEMPOTENT = ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'];

    /**
     * @param string $url     address of the API; requests to other origins are sent without a signature
     * @param float  $maxWait longest Retry-After in seconds; if the API asks for more, the response is returned
     */
    public function __construct(
        private readonly string $url,
        private readonly string $key,
        #[\SensitiveParameter] private readonly string $secret,
        private readonly int $maxRetries = 2,
        private readonly float $maxWait = 60,
    ) {
        if (!preg_match('#^https?$#i', (string) parse_url($url, PHP_URL_SCHEME)) || !parse_url($url, PHP_URL_HOST)) {
            throw new InvalidArgumentException('vitae-auth: url is not an absolute address');
        }
        if ($key === '') {
            throw new InvalidArgumentException('vitae-auth: key is missing');
        }
        if (!preg_match('/^[0-9a-f]{64}$/Di', $secret)) {
            throw new InvalidArgumentException('vitae-auth: the secret must have 64 hexadecimal characters. Historical keys are not supported.');
        }
    }

    /** @return array<string, mixed> without the secret, for var_dump() */
    public function __debugInfo(): array
    {
        return ['url' => $this->url, 'key' => $this->key];
    }

    /** Sessions and caches must not store the secret. */
    public function __serialize(): array
    {
        throw new \LogicException('vitae-auth: a signer cannot be serialized');
    }

    /** Returns whether the address belongs to the API. */
    public function signs(UriInterface $uri): bool
    {
        $own = parse_url($this->url);
        $port = fn (?int $port, string $scheme): int => $port ?? ($scheme === 'https' ? 443 : 80);
        $scheme = strtolower($own['scheme']);
        return $uri->getScheme() === $scheme
            && strtolower($uri->getHost()) === strtolower($own['host'])
            && $port($uri->getPort(), $scheme) === $port($own['port'] ?? null, $scheme);
    }

    /** Returns the request with a signature. Replaces the signature of a previous attempt. */
    public function sign(RequestInterface $request, ?int $timestamp = null, ?string $nonce = null): RequestInterface
    {
        $uri = $request->getUri();
        $parameters = array_merge(self::queryParameters($uri->getQuery()), [
            ['apikey', $this->key],
            ['timestamp', (string) ($timestamp ?? time())],
            ['nonce', $nonce ?? bin2hex(random_bytes(16))],
        ]);
        usort($parameters, fn (array $one, array $other): int => strcmp($one[0], $other[0]));
        $query = implode('&', array_map(fn (array $pair): string => rawurlencode($pair[0]) . '=' . rawurlencode($pair[1]), $parameters));
        $path = $uri->getPath() === '' ? '/' : $uri->getPath();
        $hash = hash_hmac('sha256', strtoupper($request->getMethod()) . "\n$path\n$query", $this->secret);
        return $request->withUri($uri->withPath($path)->withQuery("$query&hash=$hash"), true);
    }

    /** Returns null if the request must not be retried. */
    public function secondsToWait(RequestInterface $request, ResponseInterface $response, int $retries): ?float
    {
        $value = $response->getHeaderLine('Retry-After');
        $status = $response->getStatusCode();
        $isLimited = $status === 429 || ($status === 503 && in_array(strtoupper($request->getMethod()), self::IDEMPOTENT, true));
        $body = $request->getBody();
        if ($value === '' || !$isLimited || $retries >= $this->maxRetries || ($body->getSize() !== 0 && !$body->isSeekable())) {
            return null;
        }
        $time = ctype_digit($value) ? time() + (int) $value : strtotime($value);
        $seconds = $time === false ? INF : max(0, $time - time());
        return $seconds <= $this->maxWait ? (float) $seconds : null;
    }

    /**
     * Returns each parameter once. Arrays, which may be repeated or have brackets, become JSON text.
     *
     * @return list<array{string, string}>
     */
    private static function queryParameters(string $query): array
    {
        $names = [];
        $sent = []; // keys are hashed, because PHP converts numeric keys to integers
        foreach (array_filter(explode('&', $query), fn (string $pair): bool => $pair !== '') as $pair) {
            [$fullName, $value] = array_map('urldecode', explode('=', $pair, 2) + [1 => '']);
            $isArray = preg_match('/^([^\[]+)((?:\[[^\[\]]*\])+)$/D', $fullName, $match) === 1;
            $name = $isArray ? $match[1] : $fullName;
            if (in_array($name, self::OWN_PARAMETERS, true)) {
                continue;
            }
            $names["=$name"] = $name;
            $sent["=$name"][] = [$isArray ? explode('][', substr($match[2], 1, -1)) : [], $value];
        }
        return array_map(fn (string $id): array => [$names[$id], self::value($names[$id], $sent[$id])], array_keys($names));
    }

    /** @param list<array{list<string>, string}> $elements */
    private static function value(string $name, array $elements): string
    {
        if (count($elements) === 1 && $elements[0][0] === []) {
            return $elements[0][1];
        }
        $tree = [];
        $isRepeated = array_filter(array_column($elements, 0)) === [];
        foreach ($elements as [$path, $value]) {
            if (!self::place($tree, $isRepeated ? [''] : $path, $value)) {
                throw new InvalidArgumentException("vitae-auth: the parameter $name is both a value and an array");
            }
        }
        return json_encode(self::sorted($tree), JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
    }

    /** Returns false if another value has this place. */
    private static function place(array &$tree, array $path, string $value): bool
    {
        if ($path === []) {
            return false;
        }
        $key = $path[0] === '' ? count($tree) : $path[0];
        if (count($path) === 1) {
            $isFree = !array_key_exists($key, $tree);
            $tree[$key] = $value;
            return $isFree;
        }
        $tree[$key] ??= [];
        return is_array($tree[$key]) && self::place($tree[$key], array_slice($path, 1), $value);
    }

    /** Sorts arrays with the indexes 0 to n-1, so that they become lists. */
    private static function sorted(array $tree): array
    {
        $sorted = $tree;
        ksort($sorted);
        return array_map(fn (array|string $one): array|string => is_array($one) ? self::sorted($one) : $one, array_is_list($sorted) ? $sorted : $tree);
    }
}
