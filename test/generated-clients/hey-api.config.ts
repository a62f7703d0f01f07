export default {
  input: './openapi.json',
  output: { path: './hey-api', importFileExtension: '.ts' },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
};
