import { writeFileSync } from 'node:fs';
import { addressPlaceholders, readApiReference } from '@vitae/proto/api-reference';
import { buildCollection, collectionFile, collectionText } from './collection.ts';

// npm run generate:api-reference
writeFileSync(collectionFile, collectionText(await buildCollection(readApiReference(addressPlaceholders))));
