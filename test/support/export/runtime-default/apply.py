"""Runs a program with the seccomp profile RuntimeDefault of containerd, as a container of the chart does.

Usage: apply.py PROGRAM [ARGUMENT…]
"""

import ctypes
import json
import os
import sys

EPERM = 1
ALLOW, ERRNO = 0x7FFF0000, 0x00050000
COMPARE = {"SCMP_CMP_NE": 1, "SCMP_CMP_LT": 2, "SCMP_CMP_LE": 3, "SCMP_CMP_EQ": 4, "SCMP_CMP_GE": 5, "SCMP_CMP_GT": 6}
COMPARE["SCMP_CMP_MASKED_EQ"] = 7


class Argument(ctypes.Structure):
    _fields_ = [("index", ctypes.c_uint), ("op", ctypes.c_int), ("value", ctypes.c_uint64), ("two", ctypes.c_uint64)]


seccomp = ctypes.CDLL("libseccomp.so.2", use_errno=True)
seccomp.seccomp_init.restype = ctypes.c_void_p


def main():
    with open(os.path.join(os.path.dirname(os.path.realpath(__file__)), "profile.json")) as file:
        profile = json.load(file)
    context = ctypes.c_void_p(seccomp.seccomp_init(ctypes.c_uint32(ERRNO | EPERM)))
    for rule in profile["syscalls"]:
        action = ALLOW if rule["action"] == "SCMP_ACT_ALLOW" else ERRNO | rule.get("errnoRet", EPERM)
        conditions = rule.get("args") or []
        arguments = (Argument * len(conditions))(
            *[Argument(one["index"], COMPARE[one["op"]], one["value"], one.get("valueTwo", 0)) for one in conditions]
        )
        for name in rule["names"]:
            number = seccomp.seccomp_syscall_resolve_name(name.encode())
            if number < 0:
                continue  # of another architecture, or newer than this library
            count = ctypes.c_uint(len(conditions))
            if seccomp.seccomp_rule_add_array(context, ctypes.c_uint32(action), number, count, arguments) != 0:
                raise SystemExit("The rule of %s is not supported" % name)
    if seccomp.seccomp_load(context) != 0:
        raise SystemExit("The profile cannot be loaded")
    os.execv(sys.argv[1], sys.argv[1:])


main()
