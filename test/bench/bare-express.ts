import express from 'express';

// The peer: Express with nothing on it, answering the bytes that the parent sends.
process.once('message', (body: string) => {
  const bytes = Buffer.from(body);
  const app = express();
  app.get('/{*any}', (_request, response) => {
    response.type('application/json').send(bytes);
  });
  const server = app.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' && address ? address.port : 0);
  });
});
process.once('disconnect', () => process.exit(0));
