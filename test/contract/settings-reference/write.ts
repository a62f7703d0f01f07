import { writeFileSync } from 'node:fs';
import { settingsFile, settingsReference } from './settings-reference.ts';

// npm run generate:settings
writeFileSync(settingsFile, settingsReference());
