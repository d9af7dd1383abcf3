/** The parts of a page that only the build knows. */
export interface PageParts {
  /** The inline style for the first paint. */
  readonly style: string
  /** The source files of the inline style, on pages with a bundle that could request them. */
  readonly styleFiles?: readonly string[]
  /** The inline script that loads the bundle. */
  readonly boot?: string
}

/** An icon in the format of web manifests. */
export interface ManifestIcon {
  readonly src: string
  readonly sizes: string
  readonly type: string
  readonly purpose: string
}

export interface SiteParts {
  /** The build's id. */
  readonly release: string
  /** By the page's name: the views, and the pages without a view. */
  readonly pages: Readonly<Record<string, PageParts>>
  /** `share` contains the path of each view's preview picture, for links that others share. */
  readonly pictures: { readonly share: Readonly<Record<string, string>>; readonly icons: readonly ManifestIcon[] }
}

/** A page and its inline code, which the content security policy has to allow. */
export interface RenderedPage {
  readonly html: string
  readonly style: string
  readonly script: string | null
}

export interface RenderedSite {
  readonly pages: Readonly<Record<string, RenderedPage>>
  readonly manifest: string
  /** Other files by path, such as pictures that show the owner's look. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
}

/** The program that renders the site from the same components as the browser. The edits apply when it is imported. */
export interface SiteRenderer {
  renderSite: (parts: SiteParts) => Promise<RenderedSite>
}
