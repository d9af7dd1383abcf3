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

/** The paths of the pictures that pages and the manifest name. */
export interface SitePictures {
  /** The preview picture of each view, for links that others share. */
  readonly share: Readonly<Record<string, string>>
  readonly icons: readonly ManifestIcon[]
}

export interface SiteParts {
  /** The build's id. */
  readonly release: string
  /** By the page's name: the views, and the pages without a view. */
  readonly pages: Readonly<Record<string, PageParts>>
  readonly pictures: SitePictures
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
