/**
 * What the linter asks of the pages. Types are the compiler's business (tsconfig.json), so names that are not declared
 * are left to it; here is what it lets pass.
 */

/** Whether a declaration is something that can be called: a function, a class, or a constant that holds a function. */
const isCallable = ({ type, init, callee }) =>
  ["FunctionDeclaration", "ClassDeclaration", "ArrowFunctionExpression", "FunctionExpression"].includes(
    init?.type ?? type ?? callee?.type,
  );

/** Every exported function or class says in a comment what it is for. */
const documentedExports = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: { missing: "'{{name}}' is exported: say what it is for in a JSDoc comment." },
  },
  create(context) {
    const { sourceCode } = context;
    const isDocumented = (node) => {
      const comment = sourceCode.getCommentsBefore(node).at(-1);
      return (
        comment?.type === "Block" && comment.value.startsWith("*") && comment.loc.end.line + 1 >= node.loc.start.line
      );
    };
    return {
      ExportNamedDeclaration(node) {
        const declared = node.declaration;
        if (!declared) return;
        const found = declared.declarations ?? [declared];
        const callable = found.find(isCallable);
        if (callable && !isDocumented(node)) {
          context.report({ node, messageId: "missing", data: { name: callable.id.name } });
        }
      },
    };
  },
};

/** Which folders and modules of others a folder may import: a page what all have in common, and no other page. */
const COMMON = ["kit/", "felt/"];
const MAY_IMPORT = {
  kit: [],
  felt: ["kit/"],
  table: COMMON,
  lobby: COMMON,
  account: COMMON,
  pit: COMMON,
  money: COMMON,
  design: COMMON,
  analysis: COMMON,
  drills: COMMON,
  progressives: COMMON,
  reconciliation: COMMON,
  reports: COMMON,
  filings: COMMON,
  staff: COMMON,
  board: [...COMMON, "filings/api.js", "filings/playwatch.js", "filings/register.js"],
};

/** A folder imports only what is below it. */
const folders = {
  meta: {
    type: "problem",
    schema: [],
    messages: { above: "'{{folder}}' may not import '{{path}}'; it may import {{allowed}}." },
  },
  create(context) {
    const [, inside] = context.filename.split("/src/pitboss/web/");
    if (!inside?.includes("/")) return {};
    const [folder] = inside.split("/");
    const allowed = [`${folder}/`, ...(MAY_IMPORT[folder] ?? [])];
    const check = ({ source }) => {
      const path = new URL(String(source.value), `file:///${inside}`).pathname.slice(1);
      if (allowed.some((start) => path.startsWith(start))) return;
      context.report({ node: source, messageId: "above", data: { folder, path, allowed: allowed.join(", ") } });
    };
    return { ImportDeclaration: check, ImportExpression: check };
  },
};

export default [
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    plugins: { pitboss: { rules: { "documented-exports": documentedExports, folders } } },
    rules: {
      "array-callback-return": ["error", { checkForEach: false }],
      "constructor-super": "error",
      curly: ["error", "multi-line", "consistent"],
      "default-case-last": "error",
      eqeqeq: "error",
      "for-direction": "error",
      "getter-return": "error",
      "max-lines": ["error", { max: 400 }],
      "no-alert": "error",
      "no-async-promise-executor": "error",
      "no-class-assign": "error",
      "no-cond-assign": ["error", "always"],
      "no-console": "error",
      "no-const-assign": "error",
      "no-constant-binary-expression": "error",
      "no-constant-condition": "error",
      "no-debugger": "error",
      "no-dupe-class-members": "error",
      "no-dupe-else-if": "error",
      "no-dupe-keys": "error",
      "no-duplicate-imports": "error",
      "no-empty": "error",
      "no-eval": "error",
      "no-ex-assign": "error",
      "no-fallthrough": "error",
      "no-func-assign": "error",
      "no-implicit-globals": "error",
      "no-implied-eval": "error",
      "no-import-assign": "error",
      "no-inner-declarations": "error",
      "no-loss-of-precision": "error",
      "no-new-func": "error",
      "no-promise-executor-return": "off",
      "no-prototype-builtins": "error",
      "no-redeclare": "error",
      "no-self-assign": "error",
      "no-self-compare": "error",
      "no-shadow": ["error", { builtinGlobals: false, hoist: "all" }],
      "no-shadow-restricted-names": "error",
      "no-sparse-arrays": "error",
      "no-template-curly-in-string": "error",
      "no-this-before-super": "error",
      "no-throw-literal": "error",
      "no-unmodified-loop-condition": "error",
      "no-unreachable": "error",
      "no-unsafe-finally": "error",
      "no-unsafe-optional-chaining": "error",
      "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
      "no-unused-private-class-members": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", caughtErrors: "all" }],
      "no-useless-catch": "error",
      "no-useless-escape": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "pitboss/documented-exports": "error",
      "pitboss/folders": "error",
      "prefer-const": "error",
      "require-atomic-updates": "error",
      "use-isnan": "error",
      "valid-typeof": "error",
    },
  },
  { files: ["**/types.js"], rules: { "max-lines": "off" } }, // generated
];
