export function build(options?: { folders?: string[]; withTests?: boolean }): Promise<string[]>;
export function packageFolders(): string[];
