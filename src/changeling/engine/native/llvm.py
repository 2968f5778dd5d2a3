"""LLVM, by llvmlite: text in, machine code out, and machine code loaded. The only module that imports llvmlite."""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

from llvmlite import __version__, binding

from changeling.engine.native.python_calls import OF_PYTHON, address_of, function_at

# Of games played for the same time: level 3 makes code that is an eighth slower and takes twice as long to be made;
# loops of the machine are short, and to unroll them costs 4 % (docs/decisions/0017).
_LEVEL: Final = 2
_MATH: Final = ("exp", "log")  # of the C library
_ENGINES: Final[list[Any]] = []  # code may run for as long as the process lives


@contextmanager
def _as_tried() -> Iterator[None]:
    """What a version of llvmlite lacks, or takes otherwise, is a RuntimeError too, as what LLVM refuses is."""
    try:
        yield
    except (AttributeError, TypeError, ValueError, OSError) as error:
        raise RuntimeError(f"llvmlite {__version__} is another than those it was tried with: {error}") from error


def _triple() -> str:
    """What LLVM makes code for. On Windows, too, code for a running process is made in ELF's form."""
    default: str = binding.get_process_triple()
    return f"{default}-elf" if sys.platform == "win32" else default


@cache
@_as_tried()
def processor() -> str:
    """What the machine code is for: another processor may not understand it. Raises RuntimeError, as all do here, where
    llvmlite is too new to be used."""
    features = binding.get_host_cpu_features().flatten()
    return f"{_triple()} {binding.get_host_cpu_name()} {features} {binding.llvm_version_info}"


@cache
def _target() -> Any:
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    for name in OF_PYTHON:
        binding.add_symbol(name, address_of(name))
    for name in _MATH:
        if not binding.address_of_symbol(name):
            library = ctypes.CDLL(ctypes.util.find_library("m") or "ucrtbase")
            binding.add_symbol(name, ctypes.cast(getattr(library, name), ctypes.c_void_p).value)
    target = binding.Target.from_triple(_triple())
    features = binding.get_host_cpu_features().flatten()
    return target.create_target_machine(
        cpu=binding.get_host_cpu_name(), features=features, opt=_LEVEL, reloc="default", codemodel="jitdefault"
    )


@_as_tried()
def machine_code(text: str) -> bytes:
    """What LLVM makes of a program, as an object file. Raises RuntimeError where the text is no program."""
    machine = _target()
    module = binding.parse_assembly(text)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    tuning = binding.create_pipeline_tuning_options(speed_level=_LEVEL)
    tuning.loop_unrolling = tuning.loop_vectorization = tuning.loop_interleaving = False
    builder = binding.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    code: bytes = machine.emit_object(module)
    return code


@_as_tried()
def functions_in(code: bytes, names: Sequence[str], says: str) -> list[Callable[..., Any]]:
    """Functions of an object file that Python calls; `says` names them where they are printed. The file has to come
    from `machine_code`: what is in it is run."""
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), _target())
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _ENGINES.append(engine)
    return [function_at(engine.get_function_address(name), says) for name in names]
