import { dirname, join } from 'node:path';
import { DynamicLibrary, getFloat32, getInt32, getUint64, setInt32, setUint64, toBuffer, toString } from 'node:ffi';

/**
 * darktable's own library, called from this process. The signatures are those of its headers (src/common, src/develop; 4.2.1 to 5.4.1);
 * `int32` also stands for gboolean and enums, `uint64` for pointers and size_t.
 */
const FUNCTIONS = {
  dt_init: { return: 'int32', arguments: ['int32', 'uint64', 'int32', 'int32', 'uint64'] },
  dt_conf_get_string_const: { return: 'uint64', arguments: ['string'] },
  dt_conf_set_string: { return: 'void', arguments: ['string', 'string'] },
  dt_film_new: { return: 'int32', arguments: ['uint64', 'string'] },
  dt_image_import: { return: 'int32', arguments: ['int32', 'string', 'int32', 'int32'] },
  dt_image_remove: { return: 'void', arguments: ['int32'] },
  dt_history_load_and_apply: { return: 'int32', arguments: ['int32', 'string', 'int32'] },
  dt_dev_init: { return: 'void', arguments: ['uint64', 'int32'] },
  dt_dev_cleanup: { return: 'void', arguments: ['uint64'] },
  dt_dev_load_image: { return: 'void', arguments: ['uint64', 'int32'] },
  dt_dev_read_history_ext: { return: 'void', arguments: ['uint64', 'int32', 'int32'] },
  dt_dev_pop_history_items_ext: { return: 'void', arguments: ['uint64', 'int32'] },
  dt_dev_free_history_item: { return: 'void', arguments: ['uint64'] },
  dt_ioppr_resync_modules_order: { return: 'void', arguments: ['uint64'] },
  dt_dev_pixelpipe_init: { return: 'int32', arguments: ['uint64'] },
  dt_dev_pixelpipe_init_preview: { return: 'int32', arguments: ['uint64'] },
  dt_dev_pixelpipe_cleanup: { return: 'void', arguments: ['uint64'] },
  dt_dev_pixelpipe_cache_init: { return: 'int32', arguments: ['uint64', 'int32', 'uint64', 'uint64'] },
  dt_dev_pixelpipe_cache_cleanup: { return: 'void', arguments: ['uint64'] },
  dt_dev_pixelpipe_cache_checkmem: { return: 'void', arguments: ['uint64'] },
  dt_dev_pixelpipe_set_icc: { return: 'void', arguments: ['uint64', 'int32', 'uint64', 'int32'] },
  dt_dev_pixelpipe_set_input: {
    return: 'void',
    arguments: ['uint64', 'uint64', 'uint64', 'int32', 'int32', 'float'],
  },
  dt_dev_pixelpipe_create_nodes: { return: 'void', arguments: ['uint64', 'uint64'] },
  dt_dev_pixelpipe_cleanup_nodes: { return: 'void', arguments: ['uint64'] },
  dt_dev_pixelpipe_synch_all: { return: 'void', arguments: ['uint64', 'uint64'] },
  dt_dev_pixelpipe_synch_top: { return: 'void', arguments: ['uint64', 'uint64'] },
  dt_dev_pixelpipe_get_dimensions: {
    return: 'void',
    arguments: ['uint64', 'uint64', 'int32', 'int32', 'uint64', 'uint64'],
  },
  // 4.2.1 lacks the last argument, which does no harm.
  dt_dev_pixelpipe_process: {
    return: 'int32',
    arguments: ['uint64', 'uint64', 'int32', 'int32', 'int32', 'int32', 'float', 'int32'],
  },
  // From the libraries that it uses: glib and libc.
  g_list_free: { return: 'void', arguments: ['uint64'] },
  calloc: { return: 'uint64', arguments: ['uint64', 'uint64'] },
  free: { return: 'void', arguments: ['uint64'] },
  signal: { return: 'uint64', arguments: ['int32', 'uint64'] },
  prctl: { return: 'int32', arguments: ['int32', 'uint64'] },
} as const;

/** Only for the pixels that reach a module. */
const INPUT_FUNCTIONS = {
  dt_dev_pixelpipe_init_export: { return: 'int32', arguments: ['uint64', 'int32', 'int32', 'int32', 'int32'] },
  dt_dev_distort_get_iop_pipe: { return: 'uint64', arguments: ['uint64', 'uint64', 'uint64'] },
  dt_dev_pixelpipe_process_no_gamma: {
    return: 'int32',
    arguments: ['uint64', 'uint64', 'int32', 'int32', 'int32', 'int32', 'float'],
  },
} as const;

/** Only for places in the picture. */
const POINT_FUNCTIONS = {
  dt_dev_distort_backtransform_plus: {
    return: 'int32',
    arguments: ['uint64', 'uint64', 'double', 'int32', 'uint64', 'uint64'],
  },
  dt_dev_distort_transform_plus: {
    return: 'int32',
    arguments: ['uint64', 'uint64', 'double', 'int32', 'uint64', 'uint64'],
  },
} as const;

/** What is asked of modules. */
const MODULE_FUNCTIONS = {
  dt_iop_reload_defaults: { return: 'void', arguments: ['uint64'] },
  dt_develop_blend_version: { return: 'int32', arguments: [] },
} as const;

/** What is asked of the release. */
const ORDER_FUNCTIONS = {
  dt_ioppr_get_iop_order_list_version: { return: 'uint64', arguments: ['int32'] },
  dt_ioppr_get_iop_order_version: { return: 'int32', arguments: ['int32'] },
  dt_ioppr_get_iop_order_rules: { return: 'uint64', arguments: [] },
  dt_iop_get_module_flags: { return: 'int32', arguments: ['string'] },
} as const;
const DATABASE_FUNCTIONS = {
  dt_database_get: { return: 'uint64', arguments: ['uint64'] },
  // From SQLite, which it uses.
  sqlite3_prepare_v2: { return: 'int32', arguments: ['uint64', 'string', 'int32', 'uint64', 'uint64'] },
  sqlite3_step: { return: 'int32', arguments: ['uint64'] },
  sqlite3_column_count: { return: 'int32', arguments: ['uint64'] },
  sqlite3_column_text: { return: 'uint64', arguments: ['uint64', 'int32'] },
  sqlite3_finalize: { return: 'int32', arguments: ['uint64'] },
} as const;

/** The level of darktable's mipmap cache: the whole picture, or one of at most 720 x 450 … 1440 x 900 from half of a raw's pixels. */
export type Mip = { level: 10 | 9 };

/** An address in this process. */
export type Address = bigint;

/** The place of darktable's mipmap cache in its global variable (4.2.1, 5.0.1). */
const MIPMAP_CACHE = 0x70n;
const BLOCKING = 3;
const READ = 'r'.charCodeAt(0);

export type Libdarktable = ReturnType<typeof loadLibdarktable>;

/** Throws when the library or one of the functions is missing. */
export function loadLibdarktable(file: string, version: string) {
  const library = new DynamicLibrary(file);
  const functions = library.getFunctions(FUNCTIONS);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  // 5.4 has only one cache, and does not ask for it.
  const isCacheNamed = major < 5 || (major === 5 && minor < 4);
  const { getBuffer, releaseBuffer } = isCacheNamed ? mipmapsOfNamedCache(library) : mipmaps(library);
  const where = cString('safelight');
  const versions = new Map<string, number>();

  function allocate(bytes: number): Address {
    const at = functions.calloc(1n, BigInt(bytes));
    if (at === 0n) throw new Error('out of memory');
    return at;
  }
  /** Kept until the process ends. */
  function cString(text: string): Address {
    const bytes = Buffer.from(`${text}\0\0\0\0`);
    const at = allocate(bytes.length);
    for (let k = 0; k + 4 <= bytes.length; k += 4) setInt32(at, k, bytes.readInt32LE(k));
    return at;
  }

  return {
    ...functions,
    isBefore5: major < 5,
    version,
    /** Apart from the others: pictures can be rendered without them. Throws when one is missing. */
    moduleFunctions: () => library.getFunctions(MODULE_FUNCTIONS),
    orderFunctions: () => library.getFunctions(ORDER_FUNCTIONS),
    databaseFunctions: () => library.getFunctions(DATABASE_FUNCTIONS),
    pointFunctions: () => library.getFunctions(POINT_FUNCTIONS),
    inputFunctions: () => library.getFunctions(INPUT_FUNCTIONS),
    /** The version of a module's parameters, which the module's own library tells. Throws when there is no such module. */
    moduleVersion(operation: string): number {
      const known = versions.get(operation);
      if (known !== undefined) return known;
      const module = new DynamicLibrary(join(dirname(file), 'plugins', `lib${operation}.so`));
      const told = module.getFunction('dt_module_mod_version', { return: 'int32', arguments: [] })();
      versions.set(operation, told);
      return told;
    },
    /** Its global variable (darktable_t). */
    globals: () => library.getSymbol('darktable'),
    allocate,
    cString,
    /** Decodes the picture if necessary. The buffer stays in memory until it is released. */
    getMipmap: (mip: Address, image: number, level: Mip['level']) =>
      getBuffer(mip, image, level, BLOCKING, READ, where, 0),
    releaseMipmap: (mip: Address) => releaseBuffer(mip, where, 0),
    int: (at: Address) => getInt32(at),
    float: (at: Address) => getFloat32(at),
    pointer: (at: Address) => getUint64(at),
    setInt: (at: Address, value: number) => setInt32(at, 0, value),
    setPointer: (at: Address, value: Address) => setUint64(at, 0, value),
    /** A string that ends with a 0. */
    text: (at: Address) => toString(at) ?? '',
    /** Valid until darktable uses that memory again. */
    bytes: (at: Address, length: number) => toBuffer(at, length, false),
  };
}

function mipmaps(library: DynamicLibrary) {
  return {
    getBuffer: library.getFunction('dt_mipmap_cache_get_with_caller', {
      return: 'void',
      arguments: ['uint64', 'int32', 'int32', 'int32', 'int32', 'uint64', 'int32'],
    }),
    releaseBuffer: library.getFunction('dt_mipmap_cache_release_with_caller', {
      return: 'void',
      arguments: ['uint64', 'uint64', 'int32'],
    }),
  };
}

function mipmapsOfNamedCache(library: DynamicLibrary) {
  const get = library.getFunction('dt_mipmap_cache_get_with_caller', {
    return: 'void',
    arguments: ['uint64', 'uint64', 'int32', 'int32', 'int32', 'int32', 'uint64', 'int32'],
  });
  const release = library.getFunction('dt_mipmap_cache_release_with_caller', {
    return: 'void',
    arguments: ['uint64', 'uint64', 'uint64', 'int32'],
  });
  const darktable = library.getSymbol('darktable');
  const cache = () => getUint64(darktable + MIPMAP_CACHE);
  return {
    getBuffer: (
      mip: Address,
      image: number,
      level: number,
      flags: number,
      mode: number,
      where: Address,
      line: number,
    ): void => get(cache(), mip, image, level, flags, mode, where, line),
    releaseBuffer: (mip: Address, where: Address, line: number): void => release(cache(), mip, where, line),
  };
}
