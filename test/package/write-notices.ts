/** `npm run notices`: writes ThirdPartyNotices.txt for the production build that was just made. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../vscode/npm-install.ts';
import { thirdPartyNotices } from './notices.ts';

await writeFile(join(projectFolder, 'ThirdPartyNotices.txt'), await thirdPartyNotices());
