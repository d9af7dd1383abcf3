/** One release as the changelog tells it. */
export interface Entry {
  version: string
  /** A day as ISO 8601; null while it is not released. */
  day: string | null
  /** The titles of its sections. */
  sections: string[]
}

const heading = /^## \[([^\]]+)\](?: - (\S+))?$/

/** Reads a changelog in the form of keepachangelog.com, the latest release first. */
export function readChangelog(text: string): Entry[] {
  const entries: Entry[] = []
  for (const line of text.split('\n')) {
    const [, version, day = null] = heading.exec(line) ?? []
    if (version) entries.push({ version, day, sections: [] })
    else if (line.startsWith('### ')) entries.at(-1)?.sections.push(line.slice(4))
  }
  return entries
}
