<?php
// Signs each case as existing PHP clients do and prints one vector per line as JSON. See README.md.

const KEY = 'vt_live_5f0c2b7e9a4d18c36be1f7a20d94c583';
const SECRET = '7d1f4b0e9c2a58637fe40d1b96c3a8527e6f0b4d9182c3a5f7e60b4d9c28135a';
const LEGACY_KEY = 'QjR7kLx2MnP4vTz9';
const LEGACY_SECRET = 'Hb5sWq8YdUe3RtGk6ZxC';
const DEFAULT_FLAGS = 0;
const PLAIN_FLAGS = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;

function values(array $parameters, int $flags): array {
    $values = array_map(fn ($value) => is_array($value) ? json_encode($value, $flags) : (string) $value, $parameters);
    ksort($values, SORT_STRING);
    return $values;
}

function vector(string $what, string $scheme, string $method, string $path, array $parameters, int $flags, string $spelling): array {
    $legacy = $scheme === 'md5';
    $own = ['apikey' => $legacy ? LEGACY_KEY : KEY, 'timestamp' => '1793500000'];
    if (!$legacy) $own['nonce'] = substr(hash('sha256', $what . $path . json_encode($parameters) . $flags . $spelling), 0, 32);
    $all = $parameters + $own;
    $signed = values($all, $flags);
    if ($legacy) {
        $canonical = implode('', $signed) . LEGACY_SECRET;
        $hash = md5($canonical);
    } else {
        $pairs = [];
        foreach ($signed as $name => $value) $pairs[] = rawurlencode($name) . '=' . rawurlencode($value);
        $canonical = "$method\n$path\n" . implode('&', $pairs);
        $hash = hash_hmac('sha256', $canonical, SECRET);
    }
    $sent = $spelling === 'json' ? $signed : $all;
    $encoding = $spelling === 'brackets, + for space' ? PHP_QUERY_RFC1738 : PHP_QUERY_RFC3986;
    $query = http_build_query($sent, '', '&', $encoding);
    return [
        'by' => 'php ' . ($flags === DEFAULT_FLAGS ? 'json_encode' : 'json_encode, unescaped'), 'what' => "$what; $spelling", 'scheme' => $scheme, 'method' => $method,
        'path' => $path, 'query' => "$query&hash=$hash", 'secret' => $legacy ? LEGACY_SECRET : SECRET, 'canonical' => $canonical, 'hash' => $hash,
    ];
}

$cases = json_decode(file_get_contents(__DIR__ . '/cases.json'), true);
foreach ($cases['plain'] as $case) {
    foreach (['hmac', 'md5'] as $scheme) {
        foreach (['brackets', 'brackets, + for space'] as $spelling) {
            $vectors[] = vector($case['what'], $scheme, $case['method'], $case['path'], $case['parameters'], DEFAULT_FLAGS, $spelling);
        }
    }
}
foreach ($cases['arrays'] as $case) {
    foreach ([DEFAULT_FLAGS, PLAIN_FLAGS] as $flags) {
        foreach (['json', 'brackets', 'brackets, + for space'] as $spelling) {
            $vectors[] = vector($case['what'], 'hmac', $case['method'], $case['path'], $case['parameters'], $flags, $spelling);
        }
    }
    $vectors[] = vector($case['what'], 'md5', $case['method'], $case['path'], $case['parameters'], DEFAULT_FLAGS, 'brackets');
}
foreach ($vectors as $vector) echo json_encode($vector, PLAIN_FLAGS), "\n";
