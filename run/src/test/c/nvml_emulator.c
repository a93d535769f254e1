/*
 * An emulator of what hpl-hetero asks of Nvidia's management library, for tests: no machine with a graphics processor is at hand.
 *
 *   cc -shared -fPIC -o libnvml_emulator.so nvml_emulator.c
 *
 * NVML_EMULATED_DEVICES: how many there are, whose names are "Emulated GPU 0" and on. Each takes 100 W, by a counter that steps with each
 * 100 ms as real ones do; odd ones have no counter, as those before Volta, and tell their power alone. Without it nvmlInit_v2 fails, as
 * without a driver.
 *
 * NVML_EMULATED_MILLIS: the milliseconds for which the counters have run by now; 0 where it is not set.
 *
 * The devices with even numbers tell of their health: 70 and on degrees Celsius, a clock of 1980 MHz less 5 a device, the reasons for a
 * lower clock that NVML_EMULATED_REASONS holds, and as many errors that ECC corrected as NVML_EMULATED_ERRORS holds, and twice as many
 * that it did not. They tell of a PCIe link of generation 5 with 16 lanes at most, and of the one that NVML_EMULATED_LINK holds now, such
 * as 3x8; 5x16 where it is not set.
 */
#include <stdio.h>
#include <stdlib.h>

enum { SUCCESS = 0, ERROR_UNINITIALIZED = 1, ERROR_INVALID_ARGUMENT = 2, ERROR_NOT_SUPPORTED = 3, ERROR_DRIVER_NOT_LOADED = 9 };

static int initialised;
static char devices[16];

int nvmlInit_v2(void) {
    if (!getenv("NVML_EMULATED_DEVICES")) {
        return ERROR_DRIVER_NOT_LOADED;
    }
    initialised = 1;
    return SUCCESS;
}

int nvmlDeviceGetCount_v2(unsigned int *count) {
    if (!initialised) {
        return ERROR_UNINITIALIZED;
    }
    *count = (unsigned int) atoi(getenv("NVML_EMULATED_DEVICES"));
    return SUCCESS;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned int index, void **device) {
    if (!initialised) {
        return ERROR_UNINITIALIZED;
    }
    if (index >= sizeof devices) {
        return ERROR_INVALID_ARGUMENT;
    }
    *device = &devices[index];
    return SUCCESS;
}

static int number(void *device) {
    return (int) ((char *) device - devices);
}

int nvmlDeviceGetName(void *device, char *name, unsigned int length) {
    snprintf(name, length, "Emulated GPU %d", number(device));
    return SUCCESS;
}

int nvmlDeviceGetTotalEnergyConsumption(void *device, unsigned long long *millijoules) {
    const char *millis = getenv("NVML_EMULATED_MILLIS");
    if (number(device) % 2) {
        return ERROR_NOT_SUPPORTED;
    }
    unsigned long long tenths = (millis ? strtoull(millis, NULL, 10) : 0) / 100;
    *millijoules = tenths * 100 * 100;
    return SUCCESS;
}

int nvmlDeviceGetPowerUsage(void *device, unsigned int *milliwatts) {
    (void) device;
    *milliwatts = 100000;
    return SUCCESS;
}

static unsigned long long variable(const char *name) {
    const char *value = getenv(name);
    return value ? strtoull(value, NULL, 0) : 0;
}

int nvmlDeviceGetTemperature(void *device, int sensor, unsigned int *celsius) {
    if (number(device) % 2 || sensor != 0) {
        return ERROR_NOT_SUPPORTED;
    }
    *celsius = 70 + (unsigned int) number(device);
    return SUCCESS;
}

int nvmlDeviceGetClockInfo(void *device, int type, unsigned int *megahertz) {
    if (number(device) % 2 || type != 1) {
        return ERROR_NOT_SUPPORTED;
    }
    *megahertz = 1980 - 5 * (unsigned int) number(device);
    return SUCCESS;
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void *device, unsigned long long *reasons) {
    if (number(device) % 2) {
        return ERROR_NOT_SUPPORTED;
    }
    *reasons = variable("NVML_EMULATED_REASONS");
    return SUCCESS;
}

static int link_part(void *device, unsigned int *number_of, int lanes) {
    unsigned int generation = 5, width = 16;
    const char *link = getenv("NVML_EMULATED_LINK");
    if (number(device) % 2) {
        return ERROR_NOT_SUPPORTED;
    }
    if (link) {
        sscanf(link, "%ux%u", &generation, &width);
    }
    *number_of = lanes ? width : generation;
    return SUCCESS;
}

int nvmlDeviceGetCurrPcieLinkGeneration(void *device, unsigned int *generation) {
    return link_part(device, generation, 0);
}

int nvmlDeviceGetCurrPcieLinkWidth(void *device, unsigned int *width) {
    return link_part(device, width, 1);
}

int nvmlDeviceGetMaxPcieLinkGeneration(void *device, unsigned int *generation) {
    *generation = 5;
    return number(device) % 2 ? ERROR_NOT_SUPPORTED : SUCCESS;
}

int nvmlDeviceGetMaxPcieLinkWidth(void *device, unsigned int *width) {
    *width = 16;
    return number(device) % 2 ? ERROR_NOT_SUPPORTED : SUCCESS;
}

int nvmlDeviceGetTotalEccErrors(void *device, int type, int since, unsigned long long *count) {
    if (number(device) % 2 || since != 0) {
        return ERROR_NOT_SUPPORTED;
    }
    *count = (type ? 2 : 1) * variable("NVML_EMULATED_ERRORS");
    return SUCCESS;
}
