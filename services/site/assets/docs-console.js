// Shows the API reference and signs the requests of its console. Credentials exist only in the variables of this file.
const element = (id) => document.getElementById(id);
const main = element('content');
const { companyApi, userApi, oauth } = main.dataset;
const [{ createApiReference }, { signForCompany, signForOwner }] = await Promise.all([
  import(main.dataset.module),
  import(main.dataset.signer),
]);

const dialog = element('key-dialog');
const forms = { company: element('company-form'), user: element('user-form') };
const credentials = { company: undefined, user: undefined };

/** Returns which API an address belongs to. Both can have the same host. */
function apiOf(address) {
  const { origin, pathname } = new URL(address, location.href);
  if (origin === new URL(companyApi).origin && pathname.startsWith('/api/')) return 'company';
  if (origin === new URL(userApi).origin && !pathname.startsWith('/docs/')) return 'user';
  return undefined;
}

/** Opens the dialog and returns the credentials, or undefined if the user cancels. */
function askFor(api) {
  selectApi(api);
  showProblem('');
  dialog.showModal();
  forms[api].querySelector('input').focus();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(credentials[api]), { once: true });
  });
}

function selectApi(api) {
  for (const [name, form] of Object.entries(forms)) form.hidden = name !== api;
  dialog.querySelector(`input[name=api][value=${api}]`).checked = true;
}

function showProblem(text) {
  element('key-problem').textContent = text;
  element('key-problem').hidden = text === '';
}

function showStatus() {
  const known = [
    credentials.company && `key ${credentials.company.key.slice(0, 16)}…`,
    credentials.user && `application ${credentials.user.consumerKey.slice(0, 16)}…`,
  ].filter(Boolean);
  element('signed-as').textContent =
    `Requests are signed with ${known.join(' and ')}. Choose an operation, select Test Request and replace the example ids with yours.`;
  element('enter-key').textContent = 'Change key';
}

function accept(api, accepted) {
  credentials[api] = accepted;
  showStatus();
  dialog.close();
}

const valuesOf = (form) =>
  Object.fromEntries(Array.from(new FormData(form), ([name, value]) => [name, String(value).trim()]));

forms.company.addEventListener('submit', (event) => {
  event.preventDefault();
  accept('company', valuesOf(forms.company));
});

/** The request token, while the CV owner grants access. */
let pending;

forms.user.addEventListener('submit', async (event) => {
  event.preventDefault();
  showProblem('');
  const { verifier, ...application } = valuesOf(forms.user);
  try {
    if (pending) {
      const step = `accessToken?oauth_verifier=${encodeURIComponent(verifier)}`;
      const { token, tokenSecret } = await oauthStep(step, { ...application, ...pending });
      accept('user', { ...application, token, tokenSecret });
      waitForOwner(undefined);
    } else waitForOwner(await oauthStep('requestToken?oauth_callback=oob', application));
  } catch (error) {
    showProblem(error.message);
  }
});

forms.user.addEventListener('input', ({ target }) => target.name !== 'verifier' && waitForOwner(undefined));

function waitForOwner(token) {
  pending = token;
  const code = forms.user.elements.verifier;
  code.disabled = !token;
  code.value = '';
  element('verify').hidden = !token;
  if (!token) return;
  element('authorize').href = `${oauth}/en/oauth/authorize?oauth_token=${encodeURIComponent(token.token)}`;
  element('authorize').focus();
}

async function oauthStep(step, application) {
  const { url } = await signForOwner('GET', `${oauth}/en/oauth/${step}`, application);
  const response = await fetch(url, { credentials: 'omit' });
  const form = new URLSearchParams(await response.text());
  const problem = form.get('oauth_problem');
  if (problem === 'signature_invalid') throw new Error('The signature was rejected. Check the consumer secret.');
  const reason = form.get('oauth_problem_advice') ?? problem ?? 'no reason was given';
  if (!response.ok) throw new Error(`Rejected with status ${response.status}: ${reason}`);
  return { token: form.get('oauth_token') ?? '', tokenSecret: form.get('oauth_token_secret') ?? '' };
}

/** Sends a request of the console, signed. Cookies are not sent: only the signature authenticates the request. */
async function signedFetch(input, init) {
  const request = new Request(input, init);
  const api = apiOf(request.url);
  if (!api) return fetch(request);
  const used = credentials[api] ?? (await askFor(api));
  if (!used) throw new Error('Enter a key to send this request.');
  const { method, headers, signal } = request;
  const sign = api === 'company' ? signForCompany : signForOwner;
  const { url, text } = await sign(method, request.url, used);
  const body = method === 'GET' || method === 'HEAD' ? undefined : await request.arrayBuffer();
  const response = await fetch(url, { method, headers, signal, body, credentials: 'omit' });
  return response.status === 401 || response.status === 403 ? explained(response, text, api) : response;
}

/** Adds the signed text to a rejection, to compare it with the text of another signer. */
async function explained(response, text, api) {
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.set('Content-Type', 'text/plain; charset=utf-8');
  const lines = [await response.text(), '', 'This page signed the following text:', text];
  const help = [
    '',
    'If the signature is invalid, check the secret.',
    'If the timestamp is out of range, set the clock of this device.',
    `Guide: /docs/${api === 'company' ? 'signing' : 'oauth'}`,
    'Analysis: /settings/signature',
  ];
  return new Response([...lines, ...help].join('\n'), { status, statusText, headers });
}

for (const radio of dialog.querySelectorAll('input[name=api]'))
  radio.addEventListener('change', () => selectApi(radio.value));
for (const button of dialog.querySelectorAll('.close-dialog')) button.addEventListener('click', () => dialog.close());
element('enter-key').addEventListener('click', () => askFor('company'));

waitForOwner(undefined);
if (globalThis.crypto?.subtle) element('enter-key').disabled = false;
else element('signed-as').textContent = 'Browsers sign requests only on pages with https:// and on localhost.';

// Some icons of Scalar have no name for screen readers.
new MutationObserver(() => {
  for (const button of document.querySelectorAll('button.group\\/copy-button:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy');
}).observe(main, { childList: true, subtree: true });

element('loading').remove();
createApiReference(main, {
  url: main.dataset.document,
  customFetch: signedFetch,
  theme: 'none',
  darkMode: matchMedia('(prefers-color-scheme: dark)').matches,
  hideDarkModeToggle: true,
  // Nothing leaves this origin, and the console keeps nothing.
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'none',
  // Their samples would not be signed.
  hiddenClients: true,
  defaultOpenAllTags: false,
  modelsSectionLabel: 'Schemas',
});
