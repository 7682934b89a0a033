import { mkdirSync, symlinkSync } from 'node:fs';

/** Something in the place of a file, and the words that tell it. */
export interface UnreadablePlace {
  readonly name: string;
  readonly make: (path: string) => void;
  readonly en: RegExp;
  readonly zh: RegExp;
}

export const unreadablePlaces: readonly UnreadablePlace[] = [
  {
    name: 'a link loop',
    make: (path) => {
      symlinkSync(path, path);
    },
    en: /is a link that leads back to itself/,
    zh: /是循环链接/,
  },
  {
    name: 'a link to nothing',
    make: (path) => {
      symlinkSync(`${path}-gone`, path);
    },
    en: /is a link to something that is not there/,
    zh: /指向不存在目标的链接/,
  },
  {
    name: 'a folder',
    make: (path) => {
      mkdirSync(path);
    },
    en: /is a folder, not a file/,
    zh: /是文件夹而不是文件/,
  },
];
