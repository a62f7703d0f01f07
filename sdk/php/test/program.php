<?php

declare(strict_types=1);

// Signs the published vectors, or sends requests with one of the clients, for the tests of the repository.

use GuzzleHttp\Client;
use GuzzleHttp\HandlerStack;
use GuzzleHttp\Psr7\Request;
use GuzzleHttp\Psr7\Uri;
use Psr\Http\Message\ResponseInterface;
use Vitae\Auth\GuzzleMiddleware;
use Vitae\Auth\Signer;
use Vitae\Auth\SigningClient;

require 'vendor/autoload.php';

function signed(array $vector): string
{
    $signer = new Signer($vector['url'], $vector['key'], $vector['secret']);
    return (string) $signer->sign(new Request($vector['method'], $vector['url']), $vector['timestamp'], $vector['nonce'])->getUri();
}

function exercise(string $name, callable $send): array
{
    $form = fn (array $fields): array => [['Content-Type' => 'application/x-www-form-urlencoded'], http_build_query($fields)];
    $json = fn (array $fields): array => [['Content-Type' => 'application/json'], json_encode($fields)];
    $tags = [$send('POST', '/api/v1/tags', [], ...$json(['title' => 'a'])), $send('POST', '/api/v1/tags', [], ...$form(['title' => 'b é']))];
    $path = '/api/v1/users/' . getenv('USER_ID') . '/associateTags';
    $ids = array_map(fn (ResponseInterface $tag): int => json_decode((string) $tag->getBody())->id, $tags);
    $fault = fn (string $fault): array => ['X-Fault' => "$fault-$name"];
    [$headers, $body] = $json(['title' => 'c']);
    $responses = [
        'search' => $send('GET', '/api/v1/users/search', ['term' => "O'Neil (a*b)! ~é+/"]),
        'array' => $send('PUT', $path, ['tags' => $ids]),
        'brackets' => $send('PUT', $path, ['tags' => [1 => $ids[1], 0 => $ids[0]], 'reset' => 1]),
        'retried' => $send('POST', '/api/v1/tags', [], $headers + $fault('429 0 post'), $body),
        'limited' => $send('GET', '/api/v1/tags', [], $fault('429 3600 late')),
        'unavailable' => $send('PUT', $path, ['tags' => $ids], $fault('503 0 put')),
        'uncertain' => $send('POST', '/api/v1/tags', [], $headers + $fault('503 0 unsafe'), $body),
    ];
    $status = fn (ResponseInterface $response): int => $response->getStatusCode();
    return array_map($status, $responses) + ['tags' => array_map($status, $tags)];
}

function signer(): Signer
{
    $signer = new Signer(getenv('VITAE_URL'), getenv('VITAE_KEY'), getenv('VITAE_SECRET'));
    assert(!str_contains(print_r($signer, true), getenv('VITAE_SECRET')));
    return $signer;
}

function withGuzzle(): array
{
    $stack = HandlerStack::create();
    $stack->push(new GuzzleMiddleware(signer()));
    $client = new Client(['base_uri' => getenv('VITAE_URL'), 'handler' => $stack, 'http_errors' => false]);
    return exercise('guzzle', fn (string $method, string $path, array $query = [], array $headers = [], string $body = '') => $client
        ->request($method, $path, ['query' => $query, 'headers' => $headers, 'body' => $body]));
}

function withPsr18(): array
{
    $client = new SigningClient(new Client(['http_errors' => false]), signer());
    return exercise('psr18', fn (string $method, string $path, array $query = [], array $headers = [], string $body = '') => $client
        ->sendRequest(new Request($method, (new Uri(getenv('VITAE_URL') . $path))->withQuery(http_build_query($query)), $headers, $body)));
}

echo json_encode(match ($argv[1]) {
    'sign' => array_map('signed', json_decode(stream_get_contents(STDIN), true)),
    'guzzle' => withGuzzle(),
    'psr18' => withPsr18(),
});
