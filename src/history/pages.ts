/**
 * Files of pages: each of 4096 bytes, of which the last four are the CRC-32 of those before, begun with the page's number so that
 * a page in another's place is detected, too. What is read is checked, and what is not read costs nothing.
 */
import { closeSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { readFullySync } from '../core/open-files.ts';
import { systemReason } from '../core/system-errors.ts';

const PAGE_BYTES = 4096;
/** What a page holds: 341 rows of the index, or 1023 words. */
export const PAGE_CONTENT = PAGE_BYTES - 4;

/** Returns how many pages so many bytes take. */
export function pagesOf(bytes: number): number {
  return Math.ceil(bytes / PAGE_CONTENT);
}

/** Writes a file page by page. */
export class PageWriter {
  #file?: number;
  #number = 0;
  readonly #page = Buffer.alloc(PAGE_BYTES);
  #at = 0;

  /** Makes the file, empty; throws what the system says. */
  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  /** Adds bytes to the page in hand and those after it. */
  write(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length;) {
      const part = bytes.subarray(from, from + PAGE_CONTENT - this.#at);
      this.#page.set(part, this.#at);
      this.#at += part.length;
      from += part.length;
      if (this.#at === PAGE_CONTENT) this.endPage();
    }
  }

  /** Fills the page in hand with zeros, so that what comes next begins a page. */
  endPage(): void {
    if (this.#at === 0) return;
    this.#page.fill(0, this.#at, PAGE_CONTENT);
    this.#put(this.#number++);
    this.#at = 0;
  }

  /** Writes the page with the number anew: one that was kept free. */
  writeAt(number: number, bytes: Uint8Array): void {
    this.#page.fill(0).set(bytes);
    this.#put(number);
  }

  #put(number: number): void {
    this.#page.writeUInt32BE(crc32(this.#page.subarray(0, PAGE_CONTENT), number), PAGE_CONTENT);
    const start = number * PAGE_BYTES;
    for (let at = 0; at < PAGE_BYTES;) at += writeSync(this.#file!, this.#page, at, PAGE_BYTES - at, start + at);
  }

  /** Waits until the file is on the disk. */
  sync(): void {
    fsyncSync(this.#file!);
  }

  /** May be called again. */
  close(): void {
    const file = this.#file;
    // The number is another file's after the first attempt, also where that one failed.
    this.#file = undefined;
    if (file !== undefined) closeSync(file);
  }
}

/** What is wrong with a file of pages; the message names no file. */
export class PageFault extends Error {}

/** Reads a file of pages. */
export class PageReader {
  #file?: number;

  /** Throws what the system says. */
  constructor(path: string) {
    this.#file = openSync(path, 'r');
  }

  /** Throws PageFault when the file has not exactly so many pages. */
  expectPages(count: number): void {
    const { size } = fstatSync(this.#open());
    if (size < count * PAGE_BYTES) throw new PageFault('it is cut short');
    if (size > count * PAGE_BYTES) throw new PageFault('it is too long');
  }

  /** Returns how the file begins, unchecked: the letters that say its format. */
  format(length: number): string {
    const bytes = Buffer.alloc(length);
    this.#fill(bytes, 0);
    return bytes.toString('latin1');
  }

  /** Returns bytes of one page of those that begin with a page, unchecked. */
  peek(page: number, start: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    const skipped = Math.floor(start / PAGE_CONTENT);
    if (this.#fill(bytes, (page + skipped) * PAGE_BYTES + start - skipped * PAGE_CONTENT) === length) return bytes;
    throw new PageFault('it is cut short');
  }

  /** Returns bytes from the start of a page. Throws PageFault if they are damaged or the file is closed. */
  read(page: number, start: number, length: number): Buffer {
    if (length === 0) return Buffer.alloc(0);
    const first = Math.floor(start / PAGE_CONTENT);
    const count = pagesOf(start + length) - first;
    const pages = this.#pages(page + first, count);
    for (let i = 1; i < count; i++) {
      pages.copyWithin(i * PAGE_CONTENT, i * PAGE_BYTES, i * PAGE_BYTES + PAGE_CONTENT);
    }
    const from = start - first * PAGE_CONTENT;
    return pages.subarray(from, from + length);
  }

  #pages(first: number, count: number): Buffer {
    const pages = Buffer.allocUnsafe(count * PAGE_BYTES);
    const read = this.#fill(pages, first * PAGE_BYTES);
    if (read < pages.length) throw new PageFault('it is cut short');
    for (let i = 0; i < count; i++) {
      const end = i * PAGE_BYTES + PAGE_CONTENT;
      const found = crc32(pages.subarray(i * PAGE_BYTES, end), first + i);
      if (found !== pages.readUInt32BE(end)) throw new PageFault(`page ${first + i} is not what was written`);
    }
    return pages;
  }

  #fill(bytes: Buffer, start: number): number {
    const file = this.#open();
    try {
      return readFullySync(file, bytes, start);
    } catch (error) {
      throw new PageFault(`it cannot be read: ${systemReason(error) ?? String(error)}`);
    }
  }

  #open(): number {
    if (this.#file === undefined) throw new PageFault('it was closed');
    return this.#file;
  }

  /** May be called again. */
  close(): void {
    const file = this.#file;
    // The number is another file's after the first attempt, also where that one failed.
    this.#file = undefined;
    try {
      if (file !== undefined) closeSync(file);
    } catch {
      // Nothing is lost of a file that was only read.
    }
  }
}
