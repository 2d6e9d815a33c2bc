/** What a page gets: the parts of its address that stand for `*`. */
export interface PageProps {
  parts: string[];
}
