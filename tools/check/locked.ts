export interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

export interface Lock {
  packages: Record<string, { version?: string; resolved?: string; integrity?: string; link?: boolean }>
}

/** What is not pinned: dependencies without an exact version, and packages without a checksum. */
export function unlocked({ dependencies, devDependencies }: Manifest, { packages }: Lock): string[] {
  const loose = Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `package.json wants ${name} as ${version}: name one version`)
  const unchecked = Object.entries(packages)
    .filter(([path, { integrity, resolved }]) => {
      // A package without `resolved` comes from the registry that npm is configured for: .npmrc leaves the address
      // out.
      const isSafe = integrity?.startsWith('sha512-') && (resolved?.startsWith('https://') ?? true)
      return path !== '' && !isSafe
    })
    .map(([path]) => `package-lock.json has ${path} without a checksum, or not from a registry`)
  return [...loose, ...unchecked]
}
