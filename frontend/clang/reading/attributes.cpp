// SPDX-License-Identifier: Apache-2.0
/// Longer than 500 lines: tables.
#include "frontend/clang/reading/attributes.h"

#include <clang/AST/DeclBase.h>
#include <clang/Basic/AttrKinds.h>

#include <algorithm>
#include <array>
#include <regex>
#include <string>

namespace bireach::frontend {
namespace {

// Attributes of C for Linux on x86. What stands for optimisation, warnings, static analysis, debugging, calling
// conventions or sections changes nothing that a program can see.
constexpr std::array modelled_attributes{clang::attr::Alias,
                                         clang::attr::Aligned,
                                         clang::attr::AsmLabel,
                                         clang::attr::Builtin,
                                         clang::attr::C11NoReturn,
                                         clang::attr::CXX11NoReturn,
                                         clang::attr::Cleanup,
                                         clang::attr::Constructor,
                                         clang::attr::Destructor,
                                         clang::attr::GNUInline,
                                         clang::attr::MaxFieldAlignment,
                                         clang::attr::Mode,
                                         clang::attr::NoReturn,
                                         clang::attr::Packed,
                                         clang::attr::Thread,
                                         clang::attr::TransparentUnion,
                                         clang::attr::Weak,
                                         clang::attr::WeakRef};
constexpr std::array harmless_attributes{clang::attr::AcquireCapability,
                                         clang::attr::AcquireHandle,
                                         clang::attr::AcquiredAfter,
                                         clang::attr::AcquiredBefore,
                                         clang::attr::AlignValue,
                                         clang::attr::AllocAlign,
                                         clang::attr::AllocSize,
                                         clang::attr::AlwaysInline,
                                         clang::attr::AnalyzerNoReturn,
                                         clang::attr::Annotate,
                                         clang::attr::AnyX86NoCallerSavedRegisters,
                                         clang::attr::AnyX86NoCfCheck,
                                         clang::attr::ArgumentWithTypeTag,
                                         clang::attr::Artificial,
                                         clang::attr::AssertCapability,
                                         clang::attr::AssertExclusiveLock,
                                         clang::attr::AssertSharedLock,
                                         clang::attr::AssumeAligned,
                                         clang::attr::Assumption,
                                         clang::attr::Availability,
                                         clang::attr::BTFDeclTag,
                                         clang::attr::BTFTypeTag,
                                         clang::attr::CDecl,
                                         clang::attr::CFGuard,
                                         clang::attr::CFICanonicalJumpTable,
                                         clang::attr::CallableWhen,
                                         clang::attr::Callback,
                                         clang::attr::CalledOnce,
                                         clang::attr::Capability,
                                         clang::attr::CarriesDependency,
                                         clang::attr::Cold,
                                         clang::attr::Common,
                                         clang::attr::Const,
                                         clang::attr::Consumable,
                                         clang::attr::ConsumableAutoCast,
                                         clang::attr::ConsumableSetOnRead,
                                         clang::attr::Convergent,
                                         clang::attr::Deprecated,
                                         clang::attr::DiagnoseAsBuiltin,
                                         clang::attr::DiagnoseIf,
                                         clang::attr::DisableSanitizerInstrumentation,
                                         clang::attr::DisableTailCalls,
                                         clang::attr::EnforceTCB,
                                         clang::attr::EnforceTCBLeaf,
                                         clang::attr::EnumExtensibility,
                                         clang::attr::Error,
                                         clang::attr::ExclusiveTrylockFunction,
                                         clang::attr::ExternalSourceSymbol,
                                         clang::attr::FallThrough,
                                         clang::attr::FastCall,
                                         clang::attr::FlagEnum,
                                         clang::attr::Flatten,
                                         clang::attr::Format,
                                         clang::attr::FormatArg,
                                         clang::attr::GuardedBy,
                                         clang::attr::GuardedVar,
                                         clang::attr::Hot,
                                         clang::attr::IntelOclBicc,
                                         clang::attr::Leaf,
                                         clang::attr::LifetimeBound,
                                         clang::attr::Likely,
                                         clang::attr::LockReturned,
                                         clang::attr::LocksExcluded,
                                         clang::attr::LoopHint,
                                         clang::attr::MSABI,
                                         clang::attr::MayAlias,
                                         clang::attr::MinSize,
                                         clang::attr::MinVectorWidth,
                                         clang::attr::MustTail,
                                         clang::attr::NoAlias,
                                         clang::attr::NoBuiltin,
                                         clang::attr::NoCommon,
                                         clang::attr::NoDebug,
                                         clang::attr::NoDeref,
                                         clang::attr::NoDuplicate,
                                         clang::attr::NoEscape,
                                         clang::attr::NoInline,
                                         clang::attr::NoInstrumentFunction,
                                         clang::attr::NoMerge,
                                         clang::attr::NoProfileFunction,
                                         clang::attr::NoSanitize,
                                         clang::attr::NoSpeculativeLoadHardening,
                                         clang::attr::NoSplitStack,
                                         clang::attr::NoStackProtector,
                                         clang::attr::NoThreadSafetyAnalysis,
                                         clang::attr::NoThrow,
                                         clang::attr::NonNull,
                                         clang::attr::NotTailCalled,
                                         clang::attr::OpenCLUnrollHint,
                                         clang::attr::OptimizeNone,
                                         clang::attr::Ownership,
                                         clang::attr::ParamTypestate,
                                         clang::attr::Pascal,
                                         clang::attr::PatchableFunctionEntry,
                                         clang::attr::PragmaClangBSSSection,
                                         clang::attr::PragmaClangDataSection,
                                         clang::attr::PragmaClangRelroSection,
                                         clang::attr::PragmaClangRodataSection,
                                         clang::attr::PragmaClangTextSection,
                                         clang::attr::PreserveAll,
                                         clang::attr::PreserveMost,
                                         clang::attr::PtGuardedBy,
                                         clang::attr::PtGuardedVar,
                                         clang::attr::Pure,
                                         clang::attr::RegCall,
                                         clang::attr::ReleaseCapability,
                                         clang::attr::ReleaseHandle,
                                         clang::attr::RequiresCapability,
                                         clang::attr::Restrict,
                                         clang::attr::Retain,
                                         clang::attr::ReturnTypestate,
                                         clang::attr::ReturnsNonNull,
                                         clang::attr::ScopedLockable,
                                         clang::attr::Section,
                                         clang::attr::Sentinel,
                                         clang::attr::SetTypestate,
                                         clang::attr::SharedTrylockFunction,
                                         clang::attr::SpeculativeLoadHardening,
                                         clang::attr::StandaloneDebug,
                                         clang::attr::StdCall,
                                         clang::attr::StrictFP,
                                         clang::attr::Suppress,
                                         clang::attr::SwiftAsyncCall,
                                         clang::attr::SwiftCall,
                                         clang::attr::SysVABI,
                                         clang::attr::TLSModel,
                                         clang::attr::TestTypestate,
                                         clang::attr::ThisCall,
                                         clang::attr::TryAcquireCapability,
                                         clang::attr::TypeNonNull,
                                         clang::attr::TypeNullUnspecified,
                                         clang::attr::TypeNullable,
                                         clang::attr::TypeNullableResult,
                                         clang::attr::TypeTagForDatatype,
                                         clang::attr::TypeVisibility,
                                         clang::attr::Unavailable,
                                         clang::attr::Uninitialized,
                                         clang::attr::Unlikely,
                                         clang::attr::Unused,
                                         clang::attr::UseHandle,
                                         clang::attr::Used,
                                         clang::attr::VectorCall,
                                         clang::attr::Visibility,
                                         clang::attr::WarnUnused,
                                         clang::attr::WarnUnusedResult,
                                         clang::attr::X86ForceAlignArgPointer,
                                         clang::attr::XRayInstrument,
                                         clang::attr::XRayLogArgs};
constexpr std::array refused_attributes{clang::attr::AddressSpace,
                                        clang::attr::AlignMac68k,
                                        clang::attr::AlignNatural,
                                        clang::attr::AnyX86Interrupt,
                                        clang::attr::Blocks,
                                        clang::attr::BuiltinAlias,
                                        clang::attr::CPUDispatch,
                                        clang::attr::CPUSpecific,
                                        clang::attr::EnableIf,
                                        clang::attr::IFunc,
                                        clang::attr::InitPriority,
                                        clang::attr::InternalLinkage,
                                        clang::attr::LoaderUninitialized,
                                        clang::attr::MSStruct,
                                        clang::attr::Naked,
                                        clang::attr::Overloadable,
                                        clang::attr::PassObjectSize,
                                        clang::attr::Ptr32,
                                        clang::attr::Ptr64,
                                        clang::attr::ReturnsTwice,
                                        clang::attr::SPtr,
                                        clang::attr::SelectAny,
                                        clang::attr::Target,
                                        clang::attr::TargetClones,
                                        clang::attr::UPtr,
                                        clang::attr::WeakImport};
constexpr std::array foreign_attributes{clang::attr::AArch64VectorPcs,
                                        clang::attr::AMDGPUFlatWorkGroupSize,
                                        clang::attr::AMDGPUNumSGPR,
                                        clang::attr::AMDGPUNumVGPR,
                                        clang::attr::AMDGPUWavesPerEU,
                                        clang::attr::ARMInterrupt,
                                        clang::attr::AVRInterrupt,
                                        clang::attr::AVRSignal,
                                        clang::attr::AbiTag,
                                        clang::attr::AlwaysDestroy,
                                        clang::attr::ArcWeakrefUnavailable,
                                        clang::attr::ArmBuiltinAlias,
                                        clang::attr::ArmMveStrictPolymorphism,
                                        clang::attr::BPFPreserveAccessIndex,
                                        clang::attr::CFAuditedTransfer,
                                        clang::attr::CFConsumed,
                                        clang::attr::CFReturnsNotRetained,
                                        clang::attr::CFReturnsRetained,
                                        clang::attr::CFUnknownTransfer,
                                        clang::attr::CUDAConstant,
                                        clang::attr::CUDADevice,
                                        clang::attr::CUDADeviceBuiltinSurfaceType,
                                        clang::attr::CUDADeviceBuiltinTextureType,
                                        clang::attr::CUDAGlobal,
                                        clang::attr::CUDAHost,
                                        clang::attr::CUDAInvalidTarget,
                                        clang::attr::CUDALaunchBounds,
                                        clang::attr::CUDAShared,
                                        clang::attr::CapturedRecord,
                                        clang::attr::CmseNSCall,
                                        clang::attr::CmseNSEntry,
                                        clang::attr::CodeSeg,
                                        clang::attr::ConstInit,
                                        clang::attr::DLLExport,
                                        clang::attr::DLLExportStaticLocal,
                                        clang::attr::DLLImport,
                                        clang::attr::DLLImportStaticLocal,
                                        clang::attr::EmptyBases,
                                        clang::attr::ExcludeFromExplicitInstantiation,
                                        clang::attr::Final,
                                        clang::attr::HIPManaged,
                                        clang::attr::IBAction,
                                        clang::attr::IBOutlet,
                                        clang::attr::IBOutletCollection,
                                        clang::attr::InitSeg,
                                        clang::attr::LTOVisibilityPublic,
                                        clang::attr::LayoutVersion,
                                        clang::attr::M68kInterrupt,
                                        clang::attr::MIGServerRoutine,
                                        clang::attr::MSAllocator,
                                        clang::attr::MSInheritance,
                                        clang::attr::MSNoVTable,
                                        clang::attr::MSP430Interrupt,
                                        clang::attr::MSVtorDisp,
                                        clang::attr::MicroMips,
                                        clang::attr::Mips16,
                                        clang::attr::MipsInterrupt,
                                        clang::attr::MipsLongCall,
                                        clang::attr::MipsShortCall,
                                        clang::attr::NSConsumed,
                                        clang::attr::NSConsumesSelf,
                                        clang::attr::NSErrorDomain,
                                        clang::attr::NSReturnsAutoreleased,
                                        clang::attr::NSReturnsNotRetained,
                                        clang::attr::NSReturnsRetained,
                                        clang::attr::NoDestroy,
                                        clang::attr::NoMicroMips,
                                        clang::attr::NoMips16,
                                        clang::attr::NoUniqueAddress,
                                        clang::attr::OMPAllocateDecl,
                                        clang::attr::OMPCaptureKind,
                                        clang::attr::OMPCaptureNoInit,
                                        clang::attr::OMPDeclareSimdDecl,
                                        clang::attr::OMPDeclareTargetDecl,
                                        clang::attr::OMPDeclareVariant,
                                        clang::attr::OMPReferencedVar,
                                        clang::attr::OMPThreadPrivateDecl,
                                        clang::attr::OSConsumed,
                                        clang::attr::OSConsumesThis,
                                        clang::attr::OSReturnsNotRetained,
                                        clang::attr::OSReturnsRetained,
                                        clang::attr::OSReturnsRetainedOnNonZero,
                                        clang::attr::OSReturnsRetainedOnZero,
                                        clang::attr::ObjCBoxable,
                                        clang::attr::ObjCBridge,
                                        clang::attr::ObjCBridgeMutable,
                                        clang::attr::ObjCBridgeRelated,
                                        clang::attr::ObjCClassStub,
                                        clang::attr::ObjCDesignatedInitializer,
                                        clang::attr::ObjCDirect,
                                        clang::attr::ObjCDirectMembers,
                                        clang::attr::ObjCException,
                                        clang::attr::ObjCExplicitProtocolImpl,
                                        clang::attr::ObjCExternallyRetained,
                                        clang::attr::ObjCGC,
                                        clang::attr::ObjCIndependentClass,
                                        clang::attr::ObjCInertUnsafeUnretained,
                                        clang::attr::ObjCKindOf,
                                        clang::attr::ObjCMethodFamily,
                                        clang::attr::ObjCNSObject,
                                        clang::attr::ObjCNonLazyClass,
                                        clang::attr::ObjCNonRuntimeProtocol,
                                        clang::attr::ObjCOwnership,
                                        clang::attr::ObjCPreciseLifetime,
                                        clang::attr::ObjCRequiresPropertyDefs,
                                        clang::attr::ObjCRequiresSuper,
                                        clang::attr::ObjCReturnsInnerPointer,
                                        clang::attr::ObjCRootClass,
                                        clang::attr::ObjCRuntimeName,
                                        clang::attr::ObjCRuntimeVisible,
                                        clang::attr::ObjCSubclassingRestricted,
                                        clang::attr::OpenCLAccess,
                                        clang::attr::OpenCLConstantAddressSpace,
                                        clang::attr::OpenCLGenericAddressSpace,
                                        clang::attr::OpenCLGlobalAddressSpace,
                                        clang::attr::OpenCLGlobalDeviceAddressSpace,
                                        clang::attr::OpenCLGlobalHostAddressSpace,
                                        clang::attr::OpenCLIntelReqdSubGroupSize,
                                        clang::attr::OpenCLKernel,
                                        clang::attr::OpenCLLocalAddressSpace,
                                        clang::attr::OpenCLPrivateAddressSpace,
                                        clang::attr::Override,
                                        clang::attr::Owner,
                                        clang::attr::Pcs,
                                        clang::attr::Pointer,
                                        clang::attr::PreferredName,
                                        clang::attr::RISCVInterrupt,
                                        clang::attr::Reinitializes,
                                        clang::attr::RenderScriptKernel,
                                        clang::attr::ReqdWorkGroupSize,
                                        clang::attr::SYCLKernel,
                                        clang::attr::SYCLSpecialClass,
                                        clang::attr::SwiftAsync,
                                        clang::attr::SwiftAsyncContext,
                                        clang::attr::SwiftAsyncError,
                                        clang::attr::SwiftAsyncName,
                                        clang::attr::SwiftAttr,
                                        clang::attr::SwiftBridge,
                                        clang::attr::SwiftBridgedTypedef,
                                        clang::attr::SwiftContext,
                                        clang::attr::SwiftError,
                                        clang::attr::SwiftErrorResult,
                                        clang::attr::SwiftIndirectResult,
                                        clang::attr::SwiftName,
                                        clang::attr::SwiftNewType,
                                        clang::attr::SwiftObjCMembers,
                                        clang::attr::SwiftPrivate,
                                        clang::attr::TrivialABI,
                                        clang::attr::UsingIfExists,
                                        clang::attr::Uuid,
                                        clang::attr::VecReturn,
                                        clang::attr::VecTypeHint,
                                        clang::attr::WebAssemblyExportName,
                                        clang::attr::WebAssemblyImportModule,
                                        clang::attr::WebAssemblyImportName,
                                        clang::attr::WorkGroupSizeHint};

constexpr std::array modelled_declarations{clang::Decl::Enum,
                                           clang::Decl::EnumConstant,
                                           clang::Decl::Field,
                                           clang::Decl::Function,
                                           clang::Decl::IndirectField,
                                           clang::Decl::Label,
                                           clang::Decl::ParmVar,
                                           clang::Decl::Record,
                                           clang::Decl::TranslationUnit,
                                           clang::Decl::Typedef,
                                           clang::Decl::Var};
constexpr std::array harmless_declarations{
    clang::Decl::Empty,         clang::Decl::ExternCContext,       clang::Decl::ImplicitParam,
    clang::Decl::PragmaComment, clang::Decl::PragmaDetectMismatch, clang::Decl::StaticAssert};
/// FileScopeAsm may define symbols; the others need options that we do not pass.
constexpr std::array refused_declarations{clang::Decl::Block, clang::Decl::Captured, clang::Decl::FileScopeAsm};
constexpr std::array foreign_declarations{clang::Decl::AccessSpec,
                                          clang::Decl::Binding,
                                          clang::Decl::BuiltinTemplate,
                                          clang::Decl::CXXConstructor,
                                          clang::Decl::CXXConversion,
                                          clang::Decl::CXXDeductionGuide,
                                          clang::Decl::CXXDestructor,
                                          clang::Decl::CXXMethod,
                                          clang::Decl::CXXRecord,
                                          clang::Decl::ClassScopeFunctionSpecialization,
                                          clang::Decl::ClassTemplate,
                                          clang::Decl::ClassTemplatePartialSpecialization,
                                          clang::Decl::ClassTemplateSpecialization,
                                          clang::Decl::Concept,
                                          clang::Decl::ConstructorUsingShadow,
                                          clang::Decl::Decomposition,
                                          clang::Decl::Export,
                                          clang::Decl::Friend,
                                          clang::Decl::FriendTemplate,
                                          clang::Decl::FunctionTemplate,
                                          clang::Decl::Import,
                                          clang::Decl::LifetimeExtendedTemporary,
                                          clang::Decl::LinkageSpec,
                                          clang::Decl::MSGuid,
                                          clang::Decl::MSProperty,
                                          clang::Decl::Namespace,
                                          clang::Decl::NamespaceAlias,
                                          clang::Decl::NonTypeTemplateParm,
                                          clang::Decl::OMPAllocate,
                                          clang::Decl::OMPCapturedExpr,
                                          clang::Decl::OMPDeclareMapper,
                                          clang::Decl::OMPDeclareReduction,
                                          clang::Decl::OMPRequires,
                                          clang::Decl::OMPThreadPrivate,
                                          clang::Decl::ObjCAtDefsField,
                                          clang::Decl::ObjCCategory,
                                          clang::Decl::ObjCCategoryImpl,
                                          clang::Decl::ObjCCompatibleAlias,
                                          clang::Decl::ObjCImplementation,
                                          clang::Decl::ObjCInterface,
                                          clang::Decl::ObjCIvar,
                                          clang::Decl::ObjCMethod,
                                          clang::Decl::ObjCProperty,
                                          clang::Decl::ObjCPropertyImpl,
                                          clang::Decl::ObjCProtocol,
                                          clang::Decl::ObjCTypeParam,
                                          clang::Decl::RequiresExprBody,
                                          clang::Decl::TemplateParamObject,
                                          clang::Decl::TemplateTemplateParm,
                                          clang::Decl::TemplateTypeParm,
                                          clang::Decl::TypeAlias,
                                          clang::Decl::TypeAliasTemplate,
                                          clang::Decl::UnresolvedUsingIfExists,
                                          clang::Decl::UnresolvedUsingTypename,
                                          clang::Decl::UnresolvedUsingValue,
                                          clang::Decl::Using,
                                          clang::Decl::UsingDirective,
                                          clang::Decl::UsingEnum,
                                          clang::Decl::UsingPack,
                                          clang::Decl::UsingShadow,
                                          clang::Decl::VarTemplate,
                                          clang::Decl::VarTemplatePartialSpecialization,
                                          clang::Decl::VarTemplateSpecialization};

/// Attributes that GCC 12 knows and Clang 14 does not, and that change nothing: they are for warnings, optimisation,
/// debugging, hardening or calling conventions.
constexpr std::array<std::string_view, 46> ignored_attributes{"access",
                                                              "bnd_instrument",
                                                              "bnd_legacy",
                                                              "bnd_variable_size",
                                                              "callee_pop_aggregate_return",
                                                              "cf_check",
                                                              "counted_by",
                                                              "designated_init",
                                                              "expected_throw",
                                                              "externally_visible",
                                                              "fd_arg",
                                                              "fd_arg_read",
                                                              "fd_arg_write",
                                                              "fentry_name",
                                                              "fentry_section",
                                                              "force_align_arg_pointer",
                                                              "function_return",
                                                              "hotpatch",
                                                              "indirect_branch",
                                                              "indirect_return",
                                                              "no_address_safety_analysis",
                                                              "no_callee_saved_registers",
                                                              "no_icf",
                                                              "no_reorder",
                                                              "no_sanitize_coverage",
                                                              "no_sanitize_undefined",
                                                              "no_stack_limit",
                                                              "no_vops",
                                                              "nocf_check",
                                                              "noclone",
                                                              "nodirect_extern_access",
                                                              "noipa",
                                                              "nonnull_if_nonzero",
                                                              "nonstring",
                                                              "noplt",
                                                              "null_terminated_string_arg",
                                                              "reproducible",
                                                              "simd",
                                                              "sseregparm",
                                                              "stack_protect",
                                                              "stack_protector_ignore",
                                                              "strict_flex_array",
                                                              "tainted_args",
                                                              "unsequenced",
                                                              "warn_if_not_aligned",
                                                              "zero_call_used_regs"};

/// They do something where they are heeded.
constexpr std::array<std::string_view, 12> telling_attributes{"alias",  "cleanup",     "constructor", "destructor",
                                                              "ifunc",  "mode",        "noreturn",    "returns_twice",
                                                              "symver", "vector_size", "weak",        "weakref"};

template <std::size_t count>
bool contains(const std::array<std::string_view, count>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// "__weak__" is "weak", "gnu::weak" too.
std::string_view plain(std::string_view name) {
  if (const std::size_t scope = name.rfind(':'); scope != std::string_view::npos) name.remove_prefix(scope + 1);
  if (name.size() > 4 && name.starts_with("__") && name.ends_with("__")) {
    name.remove_prefix(2);
    name.remove_suffix(2);
  }
  return name;
}

/// `optimize` with a level only, which says nothing of the meaning (-Ofast does): ("O2"), (3), "O3".
bool is_level(std::string_view text) {
  static const std::string one = R"re(\s*("-?O[0-3sgz]?"|[0-3])\s*)re";
  static const std::regex level(R"re(\s*(optimize|__optimize__)\s*(\()re" + one + R"re(\)\s*|)re" + one + ")");
  return std::regex_match(text.begin(), text.end(), level);
}

/// Compared as numbers: one that Clang does not have is no value of its enumeration.
template <class Kinds>
bool is_one_of(const Kinds& kinds, unsigned number) {
  return std::any_of(kinds.begin(), kinds.end(), [&](auto kind) { return static_cast<unsigned>(kind) == number; });
}

}  // namespace

Treatment attribute_treatment(unsigned number) {
  if (is_one_of(modelled_attributes, number)) return Treatment::modelled;
  if (is_one_of(harmless_attributes, number)) return Treatment::harmless;
  if (is_one_of(refused_attributes, number)) return Treatment::refused;
  if (is_one_of(foreign_attributes, number)) return Treatment::foreign;
  return Treatment::unclassified;
}

Treatment declaration_treatment(unsigned number) {
  if (is_one_of(modelled_declarations, number)) return Treatment::modelled;
  if (is_one_of(harmless_declarations, number)) return Treatment::harmless;
  if (is_one_of(refused_declarations, number)) return Treatment::refused;
  if (is_one_of(foreign_declarations, number)) return Treatment::foreign;
  return Treatment::unclassified;
}

const std::vector<Classified>& attribute_kinds() {
  static const std::vector<Classified> result{
#define ATTR(kind) {#kind, attribute_treatment(clang::attr::kind)},
#include <clang/Basic/AttrList.inc>
  };
  return result;
}

const std::vector<Classified>& declaration_kinds() {
  static const std::vector<Classified> result{
#define ABSTRACT_DECL(kind)
#define DECL(kind, base) {#kind, declaration_treatment(clang::Decl::kind)},
#include <clang/AST/DeclNodes.inc>
  };
  return result;
}

bool may_ignore_attribute(std::string_view name, std::string_view text) {
  name = plain(name);
  return contains(ignored_attributes, name) || (name == "optimize" && is_level(text));
}

bool matters_where_ignored(std::string_view name) {
  return contains(telling_attributes, plain(name));
}

bool may_ignore_pragma(std::string_view text) {
  // The second row is Clang's own: GCC passes it over. Where Clang changes the arithmetic its syntax tree says so.
  static const std::regex changing(
      R"re(\s*(scalar_storage_order|GCC\s+target|GCC\s+pch_preprocess|STDC\s+FLOAT_CONST_DECIMAL64|)re"
      R"re(align|options|ms_struct|clang\s+attribute|clang\s+module)\b[^]*)re");
  static const std::regex optimizing(R"re(\s*GCC\s+(optimize\b[^]*))re");
  std::match_results<std::string_view::const_iterator> options;
  if (std::regex_match(text.begin(), text.end(), options, optimizing)) return is_level(options[1].str());
  return !std::regex_match(text.begin(), text.end(), changing);
}

}  // namespace bireach::frontend
